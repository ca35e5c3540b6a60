/** Updates of the computer's system: what is there, what was decided, how it went. */
import { Group, Menu, Stack, Text } from "@mantine/core";
import { IconChevronDown, IconDownload, IconRadar2 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Agent, agentQuery } from "../agents/queries";
import { useAgentId } from "../agents/useAgentId";
import { answer, api, type Schema } from "../api/client";
import { useFallbackInterval, useLiveQueries } from "../live/live";
import { ActionButton } from "../ui/actions";
import { CsvButton } from "../ui/CsvButton";
import { type Column, DataTable } from "../ui/DataTable";
import { FilterBar } from "../ui/FilterBar";
import type { Chosen } from "../ui/grid/selection";
import { Ago } from "../ui/Moment";
import { Status } from "../ui/Status";
import { Empty, Loaded } from "../ui/states";
import { useAction } from "../ui/useAction";
import { type Filters, useFilters } from "../ui/useFilter";
import { DECISIONS, decisionText, STATE_TONES } from "./choices";
import { DecisionBar } from "./DecisionBar";
import { FailedScan } from "./FailedScan";
import { fleetUpdates, updates as words } from "./messages";
import { decideRows, updatesQuery } from "./queries";
import { TickAll, tickColumn } from "./SelectionColumn";
import { SeverityFilter } from "./SeverityFilter";
import { UpdateStanding } from "./UpdateStanding";

type Update = Schema<"WinUpdate">;

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
      <Status tone={STATE_TONES[state] ?? "quiet"} label={words.states[state] ?? state} />
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
  const [ticked, setTicked] = useState<Chosen>(new Set());
  const refetchInterval = useFallbackInterval();
  const query = useQuery({ ...updatesQuery(agentId), refetchInterval });
  const { data: agent } = useQuery(agentQuery(agentId));
  useLiveQueries(["updates"], [updatesQuery(agentId).queryKey, agentQuery(agentId).queryKey]);
  const rows = (query.data ?? []).filter((update) => visible(update, filters));
  const open = rows.filter(({ installed }) => !installed).map(idOf);
  // A decision is about what is seen: a filter that hides a row also leaves it out.
  const chosen: Chosen = new Set(open.filter((id) => ticked.has(id)));
  const ticks = { chosen, onChoose: setTicked, id: idOf, name: ({ title }: Update) => title };
  return (
    <Stack gap="sm">
      <FilterBar label={words.state} kinds={words.filter}>
        <SeverityFilter />
        <CsvButton name={`updates-${agentId}`} columns={columns} rows={rows} />
        <Actions agentId={agentId} />
      </FilterBar>
      {agent && <Scanned agent={agent} />}
      {agent && <FailedScan agentId={agentId} scannedAt={agent.updates.scanned_at} />}
      {chosen.size > 0 && (
        <DecisionBar
          count={chosen.size}
          decide={(action) => decideRows([...chosen].map(Number), action)}
          onClear={() => setTicked(new Set())}
          reach={fleetUpdates.onAgent}
        />
      )}
      <Loaded query={query}>
        {() => (
          <>
            <TickAll ids={open} chosen={chosen} onChoose={setTicked} />
            <DataTable
              label={words.title}
              columns={[withoutInstalled(tickColumn(ticks)), ...columns]}
              rows={rows}
              id={(update) => update.id}
              order="title"
              faded={(update) => update.action === "ignore"}
              empty={agent && <NoUpdates agent={agent} />}
            />
          </>
        )}
      </Loaded>
    </Stack>
  );
}

const idOf = ({ id }: Update) => String(id);

/** What is installed is decided. */
function withoutInstalled(column: Column<Update>): Column<Update> {
  return { ...column, cell: (update) => (update.installed ? null : column.cell(update)) };
}

function Scanned({ agent }: { agent: Agent }) {
  return (
    <Group gap="md">
      <UpdateStanding agent={agent} />
      <Text size="sm" c="dimmed">
        {words.lastScan}: <Ago time={agent.updates.scanned_at} />
      </Text>
    </Group>
  );
}

/** Never looked and nothing found are two things. */
function NoUpdates({ agent }: { agent: Agent }) {
  if (!agent.updates.scanned_at) {
    return <Empty title={words.neverScanned} hint={words.neverScannedHint} />;
  }
  const hint = agent.updates.missing === 0 ? words.upToDateHint : undefined;
  return <Empty title={words.none} hint={hint} />;
}

function visible(update: Update, { show = "open", search = "", severity }: Filters): boolean {
  const fits = show === "all" || update.installed === (show === "installed");
  const isSevere = !severity || update.severity === (severity === "other" ? "" : severity);
  const text = `${update.title} ${update.kb}`.toLowerCase();
  return fits && isSevere && text.includes(search.trim().toLowerCase());
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
