/** What the updates of one agent show, row by row, with the decision about each. */
import { Menu, Text } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { answer, api, type Schema } from "../api/client";
import { ActionButton } from "../ui/actions";
import type { Column } from "../ui/column";
import { Status } from "../ui/Status";
import { useAction } from "../ui/useAction";
import { DECISIONS, decisionText, STATE_TONES } from "./choices";
import { updates as words } from "./messages";
import type { AgentUpdate } from "./queries";

export const agentUpdateColumns: Column<AgentUpdate>[] = [
  {
    id: "title",
    title: words.update,
    cell: (update) => (
      <>
        <Text inherit>{update.title}</Text>
        {update.error && (
          <Text size="xs" c="var(--tone-bad)">
            {update.error}
          </Text>
        )}
      </>
    ),
    sort: (update) => update.title,
  },
  {
    id: "severity",
    title: words.severity,
    width: 110,
    wide: true,
    cell: (update) => update.severity,
    sort: (update) => update.severity,
  },
  {
    id: "state",
    title: words.state,
    width: 150,
    cell: ({ state }) => <Status tone={STATE_TONES[state]} label={words.states[state] ?? state} />,
    sort: (update) => update.state,
  },
  {
    id: "source",
    title: words.source,
    width: 110,
    wide: true,
    cell: (update) => update.source,
    sort: (update) => update.source,
  },
  {
    id: "decision",
    title: words.decision,
    width: 190,
    cell: (update) => <Decision update={update} />,
    sort: (update) => update.action,
  },
];

function Decision({ update }: { update: AgentUpdate }) {
  const decide = useAction({
    act: (action: Schema<"SetAction">["action"]) => {
      // The path takes the update's own key here, where reading takes the agent's.
      const params = { path: { agent_id: update.id } };
      return answer(api.PUT("/winupdate/{agent_id}/", { params, body: { action } }));
    },
    refresh: [["updates"], ["agents"]],
  });
  if (update.installed) return null;
  const text = decisionText(update);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionButton
          right="can_manage_winupdates"
          size="compact-sm"
          variant="default"
          rightSection={<IconChevronDown size={14} />}
          aria-label={`${text}. ${words.decide(update.title)}`}
          loading={decide.isPending}
        >
          {text}
        </ActionButton>
      </Menu.Target>
      <Menu.Dropdown>
        {DECISIONS.map(([action, label]) => (
          <Menu.Item key={action} onClick={() => decide.mutate(action)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
