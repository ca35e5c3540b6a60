/** What the updates of one agent show, row by row, with the decision about each. */
import { Menu, Text } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { answer, api, type Schema } from "../api/client";
import { formatBytes } from "../texts/format";
import { ActionButton } from "../ui/actions";
import type { Column } from "../ui/column";
import { useAction } from "../ui/useAction";
import { ArticleLinks } from "./ArticleLinks";
import { articlesOf } from "./articles";
import { DECISIONS, decisionText } from "./choices";
import { updates as words } from "./messages";
import type { AgentUpdate } from "./queries";
import { UpdateState } from "./UpdateState";

/** What these updates have: only Windows knows articles and sizes. */
export function agentUpdateColumns(rows: AgentUpdate[]): Column<AgentUpdate>[] {
  const has = (known: (update: AgentUpdate) => boolean, column: Column<AgentUpdate>) =>
    rows.some(known) ? [column] : [];
  return [
    title,
    ...has((update) => articlesOf(update).length > 0, article),
    severity,
    ...has(({ size_bytes }) => size_bytes != null, size),
    state,
    source,
    decision,
  ];
}

const title: Column<AgentUpdate> = {
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
};

const article: Column<AgentUpdate> = {
  id: "article",
  title: words.article,
  width: 110,
  wide: true,
  cell: (update) => <ArticleLinks update={update} />,
  sort: (update) => articlesOf(update)[0]?.id ?? "",
};

const severity: Column<AgentUpdate> = {
  id: "severity",
  title: words.severity,
  width: 110,
  wide: true,
  cell: (update) => update.severity,
  sort: (update) => update.severity,
};

const size: Column<AgentUpdate> = {
  id: "size",
  title: words.size,
  width: 90,
  align: "right",
  wide: true,
  cell: ({ size_bytes }) => (size_bytes == null ? "" : formatBytes(size_bytes)),
  sort: ({ size_bytes }) => size_bytes ?? 0,
};

const state: Column<AgentUpdate> = {
  id: "state",
  title: words.state,
  width: 180,
  cell: (update) => <UpdateState update={update} />,
  sort: (update) => update.state,
};

const source: Column<AgentUpdate> = {
  id: "source",
  title: words.source,
  width: 110,
  wide: true,
  cell: (update) => update.source,
  sort: (update) => update.source,
};

const decision: Column<AgentUpdate> = {
  id: "decision",
  title: words.decision,
  width: 190,
  cell: (update) => <Decision update={update} />,
  sort: (update) => update.action,
};

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
