/** How a session is at this moment, in a few words. */
import { useNow } from "../ui/Moment";
import { Status } from "../ui/Status";
import { secondsTo } from "./countdown";
import { remote as words } from "./messages";
import type { Phase } from "./pipe/status";

export function PhaseStatus({ phase }: { phase: Phase }) {
  switch (phase.is) {
    case "opening":
      return <Status tone="info" label={words.opening} busy />;
    case "consent":
      return <Status tone="warning" label={words.consent} busy />;
    case "open":
      return <Status tone="good" label={words.connected} />;
    case "broken":
      return <Reconnecting until={phase.until} />;
    case "ended":
      return <Status tone="quiet" label={words.ended} />;
  }
}

function Reconnecting({ until }: { until: number | null }) {
  const now = useNow(500);
  const label = until === null ? words.reconnecting : words.reconnectingIn(secondsTo(until, now));
  return <Status tone="warning" label={label} busy />;
}
