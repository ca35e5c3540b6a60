import { texts } from "../texts/texts";

export const eventLog = texts({
  title: "Event log",
  log: "Log",
  days: "Days",
  kind: "Level",
  anyKind: "Any level",
  kinds: {
    INFO: "Information",
    WARNING: "Warning",
    ERROR: "Error",
    AUDIT_SUCCESS: "Audit success",
    AUDIT_FAILURE: "Audit failure",
  } as Record<string, string>,
  time: "Time",
  source: "Source",
  event: "Event",
  message: "Message",
  none: "No entries",
  noneHint: "Try another log or more days.",
  offline: "The agent is offline. Its log can only be read while it is connected.",
  lastDays: (days: string) => (days === "1" ? "Last day" : `Last ${days} days`),
});
