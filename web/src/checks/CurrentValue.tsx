/** The current value beside the thresholds, and what the check would say of it. */
import { Text } from "@mantine/core";
import type { Agent } from "../agents/queries";
import { Status } from "../ui/Status";
import type { Tone } from "../ui/theme";
import { form as words } from "./formMessages";
import { readingOf } from "./reading";
import { verdictText } from "./sentence";
import { type Check, resultOf } from "./types";
import { useKnown } from "./useKnown";
import type { CheckValues } from "./values";
import { type Verdict, verdictOf } from "./verdict";

const TONES: Record<Verdict["state"], Tone> = {
  passing: "good",
  info: "info",
  warning: "warning",
  error: "bad",
};

interface CurrentValueProps {
  values: CheckValues;
  /** The form as it was opened. */
  opened: CheckValues;
  /** Without an agent there is no current value: a policy's check has many. */
  agent: Agent | undefined;
  check: Check | undefined;
}

export function CurrentValue({ values, opened, agent, check }: CurrentValueProps) {
  const known = useKnown(values.check_type, agent, check, opened);
  if (!agent) {
    return (
      <Text size="sm" c="dimmed">
        {words.notKnownPolicy}
      </Text>
    );
  }
  const result = check && resultOf(check);
  const isFailing = result?.status === "failing";
  const reading = readingOf(values, known);
  const verdict = verdictOf(values, reading, isFailing);
  return (
    <Text size="sm" component="div" role="status" aria-label={words.current}>
      <Status
        tone={verdict ? TONES[verdict.state] : "quiet"}
        label={
          reading === null && result?.more_info
            ? words.lastResult(result.more_info)
            : verdictText(values, reading, verdict)
        }
        wraps
      />
    </Text>
  );
}
