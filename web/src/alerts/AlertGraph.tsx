/** The metric or the results of the check that an alert is about, around the time of the alert. */
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { graphsOf } from "../metrics/graphs";
import { nowSeconds, viewOf } from "../metrics/range";
import { useMetrics } from "../metrics/useMetrics";
import { useRights } from "../session/me";
import { Panel, PanelTitle } from "../ui/Page";
import { Loaded } from "../ui/states";
import { useFilters } from "../ui/useFilter";
import { AroundGraph } from "./AroundGraph";
import { metricOf, narrowed, resultGraph, windowAround } from "./around";
import { alerts as words } from "./messages";
import { type Alert, alertCheckQuery, type Check, resultsQuery } from "./queries";

/** Only an alert of a check has something to draw. */
export function AlertGraph({ alert }: { alert: Alert }) {
  const { agent_id: agentId, assigned_check: check } = alert;
  const { surely } = useRights();
  const isShown = Boolean(agentId && check) && surely("can_list_checks");
  const query = useQuery({ ...alertCheckQuery(check ?? 0), enabled: isShown });
  if (!isShown || !agentId || !query.data) return null;
  const shown = { alert, agentId, check: query.data };
  return metricOf(query.data) ? <MetricGraph {...shown} /> : <ResultGraph {...shown} />;
}

interface GraphProps {
  alert: Alert;
  agentId: string;
  check: Check;
}

/** The time that is shown: what somebody zoomed to, or that around the alert. */
function useShownTime(alert: Alert) {
  const [filters] = useFilters();
  // The end of an open alert's time is when the page was opened: a graph that moves is hard to read.
  const [now] = useState(nowSeconds);
  const around = windowAround(alert, now);
  return { window: viewOf(filters).zoom ?? around, around, now };
}

function MetricGraph({ alert, agentId, check }: GraphProps) {
  const { window } = useShownTime(alert);
  const query = useMetrics(agentId, "", { range: "day", zoom: window });
  const metric = metricOf(check);
  const own = query.data?.own;
  const graph = useMemo(() => {
    const found = own && graphsOf(own, null).find(({ id }) => id === metric?.graph);
    return found && narrowed(found, metric?.line);
  }, [own, metric?.graph, metric?.line]);
  return (
    <Loaded query={query}>
      {({ own }) =>
        graph ? (
          <AroundGraph
            alert={alert}
            graph={graph}
            times={own.times}
            bucket={own.bucket_seconds}
            window={window}
          />
        ) : (
          // Metrics by the minute are kept for a shorter time than results.
          <ResultGraph alert={alert} agentId={agentId} check={check} />
        )
      }
    </Loaded>
  );
}

function ResultGraph({ alert, agentId, check }: GraphProps) {
  const { window, around, now } = useShownTime(alert);
  const query = useQuery(resultsQuery(agentId, check.id, around.from, now));
  const { from, to } = window;
  const { data: points } = query;
  const drawn = useMemo(
    () => points && resultGraph(check, points, { from, to }),
    [check, points, from, to],
  );
  return (
    <Loaded query={query}>
      {() =>
        drawn && drawn.times.length > 0 ? (
          <AroundGraph alert={alert} {...drawn} bucket={0} window={window} />
        ) : (
          <Nothing />
        )
      }
    </Loaded>
  );
}

function Nothing() {
  return (
    <Panel>
      <PanelTitle>{words.graph}</PanelTitle>
      <Text size="sm" c="dimmed">
        {words.graphNone}
      </Text>
    </Panel>
  );
}
