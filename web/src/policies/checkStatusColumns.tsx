/** What a policy's check found on one agent, column by column. */
import { Text } from "@mantine/core";
import { CheckState } from "../checks/CheckState";
import { checks as words } from "../checks/messages";
import { rankOf, stateOfResult } from "../checks/order";
import type { CheckStatus } from "../checks/types";
import type { Column } from "../ui/column";
import { TextLink } from "../ui/links";
import { Ago } from "../ui/Moment";

export const checkStatusColumns: Column<CheckStatus>[] = [
  {
    id: "agent",
    title: words.agent,
    cell: ({ agent_id: agentId, assigned_check: check, hostname }) => (
      <TextLink
        to="/agents/$agentId/checks/$checkId"
        params={{ agentId, checkId: String(check) }}
        size="md"
      >
        {hostname}
      </TextLink>
    ),
    sort: (status) => status.hostname,
  },
  {
    id: "place",
    title: words.place,
    wide: true,
    cell: (status) => `${status.client} · ${status.site}`,
    sort: (status) => `${status.client} ${status.site}`,
  },
  {
    id: "status",
    title: words.status,
    cell: (status) => <CheckState state={stateOfResult(status)} />,
    sort: (status) => rankOf(stateOfResult(status)),
  },
  {
    id: "result",
    title: words.moreInfo,
    wide: true,
    cell: ({ problem, more_info }) => (
      <Text span inherit lineClamp={2} maw={480} c={problem ? "var(--tone-bad)" : undefined}>
        {problem || more_info}
      </Text>
    ),
    sort: (status) => status.more_info,
  },
  {
    id: "last",
    title: words.lastRun,
    wide: true,
    cell: (status) => <Ago time={status.last_run} />,
    sort: (status) => status.last_run,
  },
];
