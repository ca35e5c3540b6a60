/** What was measured on the computer, as graphs: any time that is kept, alone or beside another agent. */
import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { agentQuery } from "../agents/queries";
import { useAgentId } from "../agents/useAgentId";
import { Loaded } from "../ui/states";
import { useFilters } from "../ui/useFilter";
import { GraphList } from "./GraphList";
import { graphKeys } from "./graphKeys";
import { metrics as words } from "./messages";
import { Compare, RangeBar } from "./RangeBar";
import {
  filtersOf,
  filtersOfRange,
  fitted,
  nowSeconds,
  type Step,
  type TimeWindow,
  UNZOOMED,
  viewOf,
  windowOf,
} from "./range";
import { useMetrics } from "./useMetrics";

export default function MetricsTab() {
  const agentId = useAgentId();
  const [filters, setFilters] = useFilters();
  const view = viewOf(filters);
  const other = filters.with === agentId ? "" : (filters.with ?? "");
  const query = useMetrics(agentId, other, view);
  const name = useHostName(other);
  const hint = useId();
  const step = (by: Step) => {
    const now = nowSeconds();
    setFilters(filtersOf(by(windowOf(view, now), now), now), { step: true });
  };
  const zoom = (window: TimeWindow) => step((_, now) => fitted(window, now));
  const back = () => {
    if (view.zoom) setFilters(UNZOOMED, { step: true });
  };
  return (
    <Stack gap="sm">
      <RangeBar
        view={view}
        window={query.data?.window}
        onRange={(range) => setFilters(filtersOfRange(range), { step: true })}
        onStep={step}
        onBack={back}
      >
        <Compare
          other={other}
          name={name}
          onChange={(chosen) => setFilters({ with: chosen ?? undefined }, { step: true })}
        />
      </RangeBar>
      <Text size="xs" c="dimmed" id={hint} visibleFrom="sm">
        {words.keys}
      </Text>
      <section
        aria-label={words.graphs}
        aria-describedby={hint}
        aria-busy={query.isFetching}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys move and zoom the graphs
        tabIndex={0}
        onKeyDown={graphKeys({ onStep: step, onBack: back })}
      >
        <Loaded query={query}>
          {(measured) => (
            <GraphList
              measured={measured}
              other={name}
              table={filters.table ?? ""}
              onTable={(table) => setFilters({ table })}
              onZoom={zoom}
              onBack={back}
              isZoomed={view.zoom !== null}
            />
          )}
        </Loaded>
      </section>
    </Stack>
  );
}

/** The name of the agent that is compared with; until it is known, "another agent". */
function useHostName(agentId: string): string {
  const { data } = useQuery({ ...agentQuery(agentId), enabled: agentId !== "" });
  return data?.hostname ?? words.another;
}
