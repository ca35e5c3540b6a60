import { Status } from "../ui/Status";
import type { Tone } from "../ui/theme";
import { runs } from "./messages";
import type { Run } from "./queries";

const TONES: Record<Run["status"], Tone> = {
  queued: "warning",
  running: "info",
  passed: "good",
  failed: "bad",
  timed_out: "bad",
  interrupted: "bad",
  cancelled: "quiet",
  expired: "quiet",
};

/** A newer server may know more. */
const isKnown = (status: string): status is Run["status"] => status in TONES;

export function RunStatus({ status }: { status: string }) {
  return (
    <Status
      tone={isKnown(status) ? TONES[status] : "quiet"}
      label={isKnown(status) ? runs.status[status] : status}
      busy={status === "running"}
    />
  );
}
