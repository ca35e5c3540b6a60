/** How bad an alert is and in what state, each with a dot and its word. */
import { Badge } from "@mantine/core";
import { useNow } from "../ui/Moment";
import { Status } from "../ui/Status";
import { alerts as words } from "./messages";
import type { Alert } from "./queries";
import { SEVERITY_TONES, type Severity, type Stateful, stateShown } from "./state";

export function SeveritySign({ severity }: { severity: Severity }) {
  return <Status tone={SEVERITY_TONES[severity]} label={words.severities[severity]} />;
}

/** Kept true: a snooze ends while it is shown. */
export function StateSign({ alert }: { alert: Stateful }) {
  const now = useNow();
  return <Status {...stateShown(alert, now)} />;
}

export function FlappingSign({ alert }: { alert: Pick<Alert, "flapping" | "resolved"> }) {
  if (!alert.flapping || alert.resolved) return null;
  return (
    <Badge variant="light" color="yellow" tt="none" size="sm" c="var(--tone-warning)">
      {words.flapping}
    </Badge>
  );
}
