import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useFallbackInterval, useLiveQueries } from "../live/live";
import { runs } from "../runs/messages";
import { RUN_TABS } from "../runs/tabs";
import { formatNumber } from "../texts/format";
import type { Column } from "../ui/column";
import { DataTable } from "../ui/DataTable";
import { TextLink } from "../ui/links";
import { Ago } from "../ui/Moment";
import { Page } from "../ui/Page";
import { Pager } from "../ui/Pager";
import { Status } from "../ui/Status";
import { Empty, Loaded } from "../ui/states";
import { TabBar } from "../ui/TabBar";
import { useFilters } from "../ui/useFilter";
import { bulk as words } from "./messages";
import { type Bulk, bulksQuery, PER_PAGE } from "./queries";
import { whatOf } from "./what";

export default function BulksPage() {
  const navigate = useNavigate();
  const [filters] = useFilters();
  const refetchInterval = useFallbackInterval();
  const query = useQuery({ ...bulksQuery(Number(filters.page ?? 1)), refetchInterval });
  useLiveQueries(["runs"], [["bulk", "list"]], 1_000);
  return (
    <Page title={runs.title} about={words.about}>
      <TabBar label={runs.title} tabs={RUN_TABS} />
      <Loaded query={query}>
        {({ results, count }) => (
          <>
            <DataTable
              label={words.title}
              columns={columns}
              rows={results}
              id={(bulk) => bulk.id}
              onOpen={(bulk) =>
                void navigate({ to: "/bulk/$bulkId", params: { bulkId: String(bulk.id) } })
              }
              empty={<Empty title={words.none} hint={words.noneHint} />}
            />
            <Pager count={count} size={PER_PAGE} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

const columns: Column<Bulk>[] = [
  {
    id: "mode",
    title: words.mode,
    width: 170,
    cell: (bulk) => (
      <TextLink
        to="/bulk/$bulkId"
        params={{ bulkId: String(bulk.id) }}
        size="md"
        c="var(--mantine-color-text)"
      >
        {words.modes[bulk.mode] ?? bulk.mode}
      </TextLink>
    ),
  },
  {
    id: "what",
    title: words.what,
    cell: (bulk) => (
      <Text
        size="sm"
        lineClamp={1}
        style={{ overflowWrap: "anywhere" }}
        {...(bulk.mode === "command" ? { ff: "monospace" } : {})}
      >
        {whatOf(bulk)}
      </Text>
    ),
  },
  {
    id: "status",
    title: words.progress,
    cell: ({ counts, status }) => (
      <Status
        tone={status === "running" ? "info" : counts.failed + counts.timed_out > 0 ? "bad" : "good"}
        label={`${words.status[status] ?? status}: ${formatNumber(counts.passed)} / ${formatNumber(counts.total)}`}
        busy={status === "running"}
      />
    ),
  },
  { id: "by", title: words.by, wide: true, cell: (bulk) => bulk.username },
  { id: "when", title: words.when, width: 150, cell: (bulk) => <Ago time={bulk.created} /> },
];
