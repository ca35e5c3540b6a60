import { Status } from "../ui/Status";
import type { Tone } from "../ui/theme";
import { runs } from "./messages";

const TONES: Record<string, Tone> = {
  queued: "warning",
  running: "info",
  passed: "good",
  failed: "bad",
  timed_out: "bad",
  interrupted: "bad",
  cancelled: "quiet",
  expired: "quiet",
};

export function RunStatus({ status }: { status: string }) {
  return (
    <Status
      tone={TONES[status] ?? "quiet"}
      label={runs.status[status] ?? status}
      busy={status === "running"}
    />
  );
}
