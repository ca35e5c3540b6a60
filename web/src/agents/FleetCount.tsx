/** How many agents the table has, how many of them are loaded, and how many have failing checks. */
import { Text } from "@mantine/core";
import { formatNumber } from "../texts/format";
import { TextLink } from "../ui/links";
import { useFilter } from "../ui/useFilter";
import type { AgentRow } from "./fleetRows";
import { agents } from "./messages";

const FAILING = "is:checksfailing";

export function FleetCount({ rows, total }: { rows: AgentRow[]; total: number }) {
  const [search] = useFilter("search");
  const failing = rows.filter(({ checks }) => checks.has_failing_checks).length;
  return (
    <>
      <Text size="sm" c="dimmed" role="status" className="numbers">
        {rows.length < total
          ? agents.shownOf(formatNumber(rows.length), formatNumber(total))
          : agents.shown(total)}
      </Text>
      {failing > 0 && !search.includes(FAILING) && (
        <TextLink
          to="/agents"
          search={(before: object) => ({ ...before, search: `${search} ${FAILING}`.trim() })}
          size="sm"
          c="var(--tone-bad)"
        >
          {agents.withFailing(failing)}
        </TextLink>
      )}
    </>
  );
}
