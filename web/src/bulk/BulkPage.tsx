/** One bulk action: how far it is, and what came of it for each agent. */
import { Group, Progress, Select, Stack, Text } from "@mantine/core";
import { IconDownload, IconPlayerStop, IconRepeat } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { answer, api } from "../api/client";
import { useAction } from "../api/queries";
import { useFallbackInterval, useLiveQueries } from "../live/live";
import { RunStatus } from "../runs/RunStatus";
import { formatDuration, formatNumber } from "../texts/format";
import { ActionButton } from "../ui/actions";
import { type Column, DataTable } from "../ui/DataTable";
import { TextLink } from "../ui/links";
import { Ago } from "../ui/Moment";
import { Page, Panel } from "../ui/Page";
import { Pager } from "../ui/Pager";
import { SearchBox } from "../ui/SearchBox";
import { Status } from "../ui/Status";
import { saveFile } from "../ui/saveFile";
import { Loaded, NothingFound } from "../ui/states";
import { type Tone, toneColor } from "../ui/theme";
import { useFilters } from "../ui/useFilter";
import { bulk as words } from "./messages";
import {
  type Bulk,
  type BulkResult,
  bulkQuery,
  PER_PAGE,
  resultsFile,
  resultsQuery,
} from "./queries";

const TONES: Record<string, Tone> = {
  passed: "good",
  failed: "bad",
  timed_out: "bad",
  running: "info",
  queued: "warning",
};

export default function BulkPage() {
  const id = Number(useParams({ from: "/shell/bulk/$bulkId" }).bulkId);
  const interval = useFallbackInterval(2_000);
  const query = useQuery({
    ...bulkQuery(id),
    refetchInterval: ({ state }) => (state.data?.status === "running" ? interval : false),
  });
  useLiveQueries(
    [`bulk:${id}`, "runs"],
    [
      ["bulk", "one", id],
      ["bulk", "results", id],
    ],
  );
  return (
    <Page
      title={words.one(id)}
      about={
        query.data && `${words.modes[query.data.mode] ?? query.data.mode} · ${query.data.username}`
      }
      actions={query.data && <Actions bulk={query.data} />}
    >
      <Loaded query={query}>
        {(bulk) => (
          <Stack gap="md">
            <ProgressPanel bulk={bulk} />
            <Results bulk={bulk} />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function Actions({ bulk }: { bulk: Bulk }) {
  const navigate = useNavigate();
  const params = { path: { id: bulk.id } };
  const cancel = useAction({
    act: () => answer(api.POST("/agents/actions/bulk/{id}/cancel/", { params })),
    done: words.cancelled,
    refresh: [["bulk"], ["runs"]],
  });
  const retry = useAction({
    act: async () => {
      const { response } = await api.POST("/agents/actions/bulk/{id}/retry/", { params });
      return Number(response.headers.get("X-Bulk-Id"));
    },
    refresh: [["bulk"]],
    onDone: (id) => void navigate({ to: "/bulk/$bulkId", params: { bulkId: String(id) } }),
  });
  const { failed, timed_out, expired } = bulk.counts;
  return (
    <>
      {failed + timed_out + expired > 0 && (
        <ActionButton
          right="can_run_bulk"
          variant="default"
          leftSection={<IconRepeat size={16} />}
          loading={retry.isPending}
          onClick={() => retry.mutate()}
        >
          {words.retry}
        </ActionButton>
      )}
      {bulk.status === "running" && (
        <ActionButton
          right="can_run_bulk"
          color="red"
          variant="light"
          leftSection={<IconPlayerStop size={16} />}
          loading={cancel.isPending}
          onClick={() => cancel.mutate()}
        >
          {words.cancel}
        </ActionButton>
      )}
    </>
  );
}

function ProgressPanel({ bulk }: { bulk: Bulk }) {
  const { total, ...parts } = bulk.counts;
  const shown = Object.entries(parts).filter(([, count]) => count > 0);
  return (
    <Panel>
      <Stack gap="sm">
        <Group justify="space-between">
          <Text fw={600}>{words.status[bulk.status] ?? bulk.status}</Text>
          <Text size="sm" c="dimmed">
            {words.targets(total)} · <Ago time={bulk.created} />
          </Text>
        </Group>
        <Progress.Root size="lg">
          {shown.map(([name, count]) => (
            <Progress.Section
              key={name}
              value={(100 * count) / Math.max(1, total)}
              color={toneColor(TONES[name] ?? "quiet")}
              aria-label={words.counts[name] ?? name}
            />
          ))}
        </Progress.Root>
        <Group gap="md">
          {shown.map(([name, count]) => (
            <Status
              key={name}
              tone={TONES[name] ?? "quiet"}
              label={`${formatNumber(count)} ${words.counts[name] ?? name}`}
            />
          ))}
        </Group>
      </Stack>
    </Panel>
  );
}

function Results({ bulk }: { bulk: Bulk }) {
  const [filters, setFilters] = useFilters();
  const interval = useFallbackInterval(2_000);
  const download = useAction({
    act: () => resultsFile(bulk.id, filters),
    onDone: (text) => saveFile(`bulk-${bulk.id}.csv`, text, "text/csv"),
  });
  const query = useQuery({
    ...resultsQuery(bulk.id, filters),
    refetchInterval: bulk.status === "running" ? interval : false,
  });
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <SearchBox
          value={filters.search ?? ""}
          onSearch={(search) => setFilters({ search, page: undefined })}
          style={{ flex: "1 1 200px", maxWidth: 360 }}
        />
        <Select
          aria-label={words.result}
          placeholder={words.all}
          data={Object.entries(words.counts).map(([value, label]) => ({ value, label }))}
          value={filters.status ?? null}
          onChange={(status) => setFilters({ status: status ?? undefined, page: undefined })}
          clearable
          w={160}
        />
        <ActionButton
          variant="default"
          ml="auto"
          leftSection={<IconDownload size={16} />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          CSV
        </ActionButton>
      </Group>
      <Loaded query={query}>
        {({ results, count }) => (
          <>
            <DataTable
              label={words.result}
              columns={columns}
              rows={results}
              id={(result) => result.agent_id}
              empty={<NothingFound />}
            />
            <Pager count={count} size={PER_PAGE} />
          </>
        )}
      </Loaded>
    </Stack>
  );
}

const columns: Column<BulkResult>[] = [
  {
    id: "agent",
    title: words.agent,
    cell: (result) => (
      <TextLink to="/agents/$agentId" params={{ agentId: result.agent_id }} size="md">
        {result.hostname}
      </TextLink>
    ),
    sort: (result) => result.hostname,
  },
  {
    id: "result",
    title: words.result,
    cell: (result) =>
      "outcome" in result ? (
        <>
          <Status tone="quiet" label={words.outcome.skip ?? ""} />
          <Text size="xs" c="dimmed">
            {result.reason}
          </Text>
        </>
      ) : (
        <TextLink to="/runs/$runId" params={{ runId: String(result.id) }} size="md">
          <RunStatus status={result.status} />
        </TextLink>
      ),
  },
  {
    id: "code",
    title: words.code,
    width: 80,
    align: "right",
    wide: true,
    cell: (result) => ("outcome" in result ? "" : result.retcode),
  },
  {
    id: "took",
    title: words.took,
    width: 100,
    align: "right",
    wide: true,
    cell: (result) =>
      "outcome" in result || typeof result.execution_time !== "number"
        ? ""
        : formatDuration(result.execution_time),
  },
];
