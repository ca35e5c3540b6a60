/** Updates of the computer's system: what is there, what was decided, how it went. */
import { Menu, Stack, Text } from "@mantine/core";
import { IconChevronDown, IconDownload, IconRadar2 } from "@tabler/icons-react";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { answer, api, type Schema } from "../api/client";
import { useAction } from "../api/queries";
import { useFallbackInterval, useLiveQueries } from "../live/live";
import { ActionButton } from "../ui/actions";
import { CsvButton } from "../ui/CsvButton";
import { type Column, DataTable } from "../ui/DataTable";
import { FilterBar } from "../ui/FilterBar";
import { Status } from "../ui/Status";
import { Empty, Loaded } from "../ui/states";
import type { Tone } from "../ui/theme";
import { useFilters } from "../ui/useFilter";
import { DECISIONS } from "../updates/choices";
import { updates as words } from "../updates/messages";
import { useAgentId } from "./agent";

type Update = Schema<"WinUpdate">;

const updatesQuery = (agentId: string) =>
  queryOptions({
    queryKey: ["updates", agentId],
    queryFn: () =>
      answer(api.GET("/winupdate/{agent_id}/", { params: { path: { agent_id: agentId } } })),
  });

const TONES: Record<string, Tone> = {
  available: "warning",
  downloading: "info",
  installing: "info",
  reboot_pending: "warning",
  installed: "good",
  failed: "bad",
};

const columns: Column<Update>[] = [
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
    cell: ({ state }) => (
      <Status tone={TONES[state] ?? "quiet"} label={words.states[state] ?? state} />
    ),
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

export default function UpdatesTab() {
  const agentId = useAgentId();
  const [filters] = useFilters();
  const refetchInterval = useFallbackInterval();
  const query = useQuery({ ...updatesQuery(agentId), refetchInterval });
  useLiveQueries(["updates"], [updatesQuery(agentId).queryKey]);
  const shown = filters.show ?? "open";
  const isShown = (update: Update) => visible(update, shown, filters.search ?? "");
  return (
    <Stack gap="sm">
      <FilterBar label={words.state} kinds={words.filter}>
        <CsvButton
          name={`updates-${agentId}`}
          columns={columns}
          rows={(query.data ?? []).filter(isShown)}
        />
        <Actions agentId={agentId} />
      </FilterBar>
      <Loaded query={query}>
        {(all) => (
          <DataTable
            label={words.title}
            columns={columns}
            rows={all.filter(isShown)}
            id={(update) => update.id}
            order="title"
            faded={(update) => update.action === "ignore"}
            empty={<Empty title={words.none} hint={words.noneHint} />}
          />
        )}
      </Loaded>
    </Stack>
  );
}

function visible(update: Update, shown: string, search: string): boolean {
  const fits = shown === "all" || update.installed === (shown === "installed");
  return fits && `${update.title} ${update.kb}`.toLowerCase().includes(search.trim().toLowerCase());
}

function Actions({ agentId }: { agentId: string }) {
  const params = { path: { agent_id: agentId } };
  const refresh = [updatesQuery(agentId).queryKey, ["runs"], ["pendingActions"]];
  const scan = useAction({
    act: () => answer(api.POST("/winupdate/{agent_id}/scan/", { params, body: {} })),
    done: (message) => message,
    refresh,
  });
  const install = useAction({
    act: () => answer(api.POST("/winupdate/{agent_id}/install/", { params, body: {} })),
    done: (message) => message,
    refresh,
  });
  return (
    <>
      <ActionButton
        right="can_manage_winupdates"
        variant="default"
        leftSection={<IconRadar2 size={16} />}
        loading={scan.isPending}
        onClick={() => scan.mutate()}
      >
        {words.scan}
      </ActionButton>
      <ActionButton
        right="can_manage_winupdates"
        leftSection={<IconDownload size={16} />}
        loading={install.isPending}
        onClick={() => install.mutate()}
      >
        {words.install}
      </ActionButton>
    </>
  );
}

function Decision({ update }: { update: Update }) {
  const decide = useAction({
    act: (action: string) => {
      // The path takes the update's own key here, where reading takes the agent's.
      const params = { path: { agent_id: update.id } };
      return answer(api.PUT("/winupdate/{agent_id}/", { params, body: { action } }));
    },
    refresh: [["updates"], ["agents", "fleet"]],
  });
  if (update.installed) return null;
  const decision = words.decisions[update.action] ?? update.action;
  const text = update.inherited ? `${decision} (${words.inherited})` : decision;
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
