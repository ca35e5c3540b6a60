/** The list of alerts with its filters, newest first: of one agent, or of all. */
import { Stack } from "@mantine/core";
import { IconBellCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useFallbackInterval, useLiveQueries } from "../live/live";
import { DataTable } from "../ui/DataTable";
import type { Chosen } from "../ui/grid/selection";
import { Pager } from "../ui/Pager";
import { TickAll, tickColumn } from "../ui/SelectionColumn";
import { Empty, Loaded } from "../ui/states";
import { useFilters } from "../ui/useFilter";
import { AlertFilters } from "./AlertFilters";
import { AlertSelection } from "./AlertSelection";
import { alertColumns, columnsOfAgent } from "./columns";
import { alerts as words } from "./messages";
import { ALERTS, type Alert, alertsQuery, PER_PAGE } from "./queries";

const idOf = ({ id }: Alert) => String(id);

export function AlertList({ agentId }: { agentId?: string }) {
  const [filters] = useFilters();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<Chosen>(new Set());
  const refetchInterval = useFallbackInterval();
  const query = useQuery({ ...alertsQuery(filters, agentId), refetchInterval });
  useLiveQueries(["alerts"], [[...ALERTS, "list"]], 1_000);
  const ticks = { chosen, onChoose: setChosen, id: idOf, name: ({ message }: Alert) => message };
  const own = agentId ? columnsOfAgent : alertColumns;
  const none = agentId
    ? { title: words.noneOfAgent, hint: words.noneOfAgentHint }
    : { title: words.none, hint: words.noneHint };
  return (
    <Stack gap="sm">
      <AlertFilters agentId={agentId} columns={own} />
      {chosen.size > 0 && (
        <AlertSelection
          chosen={chosen}
          onChoose={setChosen}
          filters={filters}
          agentId={agentId}
          shown={query.data?.results ?? []}
          total={query.data?.count ?? 0}
        />
      )}
      <Loaded query={query}>
        {({ results, count }) => (
          <>
            <TickAll
              ids={results.map(idOf)}
              label={words.selectPage(results.length)}
              chosen={chosen}
              onChoose={setChosen}
            />
            <DataTable
              label={words.title}
              columns={[tickColumn(ticks), ...own]}
              rows={results}
              id={(alert) => alert.id}
              order="-since"
              onOpen={(alert) =>
                void navigate({ to: "/alerts/$alertId", params: { alertId: String(alert.id) } })
              }
              faded={({ resolved, suppressed }) => resolved || suppressed}
              empty={<Empty {...none} icon={<IconBellCheck size={26} stroke={1.5} />} />}
            />
            <Pager count={count} size={PER_PAGE} />
          </>
        )}
      </Loaded>
    </Stack>
  );
}
