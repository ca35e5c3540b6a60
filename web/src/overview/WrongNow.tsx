/** What is wrong now: alerts, agents, checks, updates and runs, each with the way to it. */
import { SimpleGrid } from "@mantine/core";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { AgentRow } from "../agents/fleetRows";
import { openAlertsQuery } from "../alerts/queries";
import { useFallbackInterval, useLiveQueries } from "../live/live";
import { useRights } from "../session/me";
import { AlertsPanel } from "./AlertsPanel";
import { AwayPanel, ChecksPanel, UpdatesPanel } from "./FleetFindings";
import {
  type Found,
  failingFound,
  failingOf,
  missingFound,
  missingOf,
  overdueOf,
  verdictOf,
} from "./findings";
import { overview as words } from "./messages";
import { failedRunsQuery } from "./queries";
import { RunsPanel } from "./RunsPanel";
import { VerdictNotice } from "./VerdictNotice";

/** Many agents may change together; nobody reads faster than this. */
const PAUSE = 3_000;

/** What could not be read again may be different by now. */
const countOf = ({ data, isError }: { data?: { count: number } | undefined; isError: boolean }) =>
  isError ? null : (data?.count ?? null);

interface WrongNowProps {
  rows: AgentRow[];
  /** Whether all agents are read. */
  isWhole: boolean;
  query: Pick<UseQueryResult, "error" | "refetch" | "isError">;
}

export function WrongNow({ rows, isWhole, query }: WrongNowProps) {
  const { surely, why } = useRights();
  const refetchInterval = useFallbackInterval(30_000);
  const alerts = useQuery({
    ...openAlertsQuery,
    enabled: surely("can_list_alerts"),
    refetchInterval,
  });
  const runs = useQuery({
    ...failedRunsQuery,
    enabled: surely("can_list_agent_history"),
    refetchInterval,
  });
  const [noAlerts, noRuns] = [why("can_list_alerts"), why("can_list_agent_history")];
  useLiveQueries(["alerts"], [openAlertsQuery.queryKey], PAUSE);
  useLiveQueries(["runs"], [failedRunsQuery.queryKey], PAUSE);
  const [away, failing, missing] = useMemo(
    () => [overdueOf(rows), failingOf(rows), missingOf(rows)],
    [rows],
  );
  const known = (found: Found) => (isWhole ? found : null);
  const found = {
    [words.alerts]: countOf(alerts),
    [words.away]: known(away.length),
    [words.checksFailing]: known(failingFound(rows)),
    [words.updatesMissing]: known(missingFound(rows)),
    [words.runsFailed]: countOf(runs),
  };
  // Soon known: no reason to say that it is not.
  const isReading =
    (alerts.isPending && !noAlerts) || (runs.isPending && !noRuns) || !(isWhole || query.isError);
  const unseen = Object.entries(found).filter(([, count]) => count === null);
  const panel = { all: rows, isWhole, query };
  return (
    <>
      <VerdictNotice
        verdict={verdictOf(Object.values(found))}
        unseen={isReading ? [] : unseen.map(([name]) => name)}
      />
      <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }} spacing="md" className="cards">
        <AlertsPanel query={alerts} found={countOf(alerts)} why={noAlerts} />
        <AwayPanel {...panel} wrong={away} found={found[words.away] ?? null} />
        <ChecksPanel {...panel} wrong={failing} found={found[words.checksFailing] ?? null} />
        <UpdatesPanel {...panel} wrong={missing} found={found[words.updatesMissing] ?? null} />
        <RunsPanel query={runs} found={countOf(runs)} why={noRuns} />
      </SimpleGrid>
    </>
  );
}
