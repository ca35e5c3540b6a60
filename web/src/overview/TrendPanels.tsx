/** How many alerts opened on each day of the last week, and how many of them because of agents away. */
import { SimpleGrid, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { alerts } from "../alerts/messages";
import { SEVERITIES, SEVERITY_TONES } from "../alerts/state";
import { useFallbackInterval, useLiveQueries } from "../live/live";
import { useRights } from "../session/me";
import { toneColor } from "../ui/theme";
import type { Filters } from "../ui/useFilter";
import { DailyBars, type Part } from "./DailyBars";
import { FindingPanel } from "./FindingPanel";
import { overview as words } from "./messages";
import { alertTrendsQuery } from "./queries";
import { sum, type Trend } from "./trends";

/** Each reading asks for some thirty counts; a week does not change within seconds. */
const PAUSE = 60_000;

/** The last day ends now: without any event it is read again after so long. */
const EVERY = 600_000;

/** Everything that opened, whatever became of it. */
const WEEK: Filters = { show: "all", days: "7" };

export function TrendPanels() {
  const { surely, why } = useRights();
  const fallback = useFallbackInterval(PAUSE);
  const query = useQuery({
    ...alertTrendsQuery,
    enabled: surely("can_list_alerts"),
    refetchInterval: fallback || EVERY,
  });
  useLiveQueries(["alerts"], [alertTrendsQuery.queryKey], PAUSE);
  const { data } = query;
  const bySeverity = SEVERITIES.map((severity) => ({
    label: alerts.severities[severity],
    color: toneColor(SEVERITY_TONES[severity]),
    trend: data?.severities[severity],
  }));
  const away = [{ label: words.awayAlerts, color: toneColor("quiet"), trend: data?.away }];
  const panel = { query, now: data?.now, why: why("can_list_alerts") };
  return (
    <>
      <Title order={2}>{words.trends}</Title>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" className="cards">
        <TrendPanel
          {...panel}
          title={words.alertsOpened}
          parts={bySeverity}
          text={words.alertsOpenedCount}
          none={words.alertsOpenedNone}
          search={WEEK}
        />
        <TrendPanel
          {...panel}
          title={words.wentAway}
          parts={away}
          text={words.awayAlertsCount}
          none={words.awayAlertsNone}
          note={words.awayAlertsHint}
          search={{ ...WEEK, type: "availability" }}
        />
      </SimpleGrid>
    </>
  );
}

interface TrendPanelProps {
  title: string;
  parts: (Omit<Part, "counts"> & { trend: Trend | undefined })[];
  /** When the counts were read. */
  now: number | undefined;
  query: Parameters<typeof FindingPanel>[0]["query"];
  why: string | undefined;
  text: (alerts: number) => string;
  none: string;
  note?: string;
  search: Filters;
}

function TrendPanel({ parts, now, text, note, query, ...panel }: TrendPanelProps) {
  const trends = parts.flatMap(({ trend }) => trend ?? []);
  const week = sum(trends.flatMap(({ days }) => days));
  const before = sum(trends.map((trend) => trend.before));
  const counted = parts.map(({ trend, ...part }) => ({ ...part, counts: trend?.days ?? [] }));
  return (
    <FindingPanel
      {...panel}
      {...(query && { query })}
      found={now === undefined ? null : week}
      text={text(week)}
      to="/alerts"
      tone="quiet"
      note={
        <>
          {words.compared(week, before)} {note}
        </>
      }
    >
      {now !== undefined && <DailyBars label={panel.title} parts={counted} now={now} />}
    </FindingPanel>
  );
}
