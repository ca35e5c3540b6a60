/** The page to leave open: what is wrong now, the trends of the last week, and a breakdown of the fleet. */
import { SimpleGrid, Text, Title } from "@mantine/core";
import { useMemo } from "react";
import { FleetEmpty } from "../agents/FleetEmpty";
import { useFleet } from "../agents/fleet";
import type { AgentRow } from "../agents/fleetRows";
import { formatNumber } from "../texts/format";
import { Donut, type Share } from "../ui/Donut";
import { Page, Panel, PanelTitle } from "../ui/Page";
import { LinesSkeleton, ProblemNotice } from "../ui/states";
import { overview as words } from "./messages";
import { byChecks, byStatus, bySystem, byType, byUpdates, byVersion } from "./shares";
import { TrendPanels } from "./TrendPanels";
import { WrongNow } from "./WrongNow";

const CHARTS: [title: string, shares: (rows: AgentRow[]) => Share[]][] = [
  [words.status, byStatus],
  [words.updates, byUpdates],
  [words.checks, byChecks],
  [words.system, bySystem],
  [words.version, byVersion],
  [words.type, byType],
];

export default function OverviewPage() {
  // The rows of the agent table: it opens at once from here.
  const { query, rows, total } = useFleet({}, "");
  return (
    <Page title={words.title} about={words.about} actions={<Counted rows={rows} total={total} />}>
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <LinesSkeleton lines={12} />}
      {query.isSuccess && rows.length === 0 && <FleetEmpty filtered={false} />}
      {rows.length > 0 && (
        <>
          <WrongNow rows={rows} isWhole={rows.length >= total} query={query} />
          <TrendPanels />
          <Title order={2}>{words.shares}</Title>
          <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }} spacing="md">
            {CHARTS.map(([title, shares]) => (
              <Chart key={title} title={title} rows={rows} shares={shares} />
            ))}
          </SimpleGrid>
        </>
      )}
    </Page>
  );
}

interface ChartProps {
  title: string;
  rows: AgentRow[];
  shares: (rows: AgentRow[]) => Share[];
}

function Chart({ title, rows, shares }: ChartProps) {
  const counted = useMemo(() => shares(rows), [shares, rows]);
  const { share, agents, percent } = words.heads;
  return (
    <Panel>
      <PanelTitle>{title}</PanelTitle>
      <Donut label={title} shares={counted} to="/agents" heads={[share, agents, percent]} />
    </Panel>
  );
}

function Counted({ rows, total }: { rows: AgentRow[]; total: number }) {
  if (rows.length >= total) return null;
  return (
    <Text size="sm" c="dimmed" role="status" className="numbers">
      {words.reading(formatNumber(rows.length), formatNumber(total))}
    </Text>
  );
}
