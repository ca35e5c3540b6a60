/** The state of a task on an agent, and whether the agent has its newest version. */
import { Text, Tooltip } from "@mantine/core";
import { Status } from "../ui/Status";
import type { Tone } from "../ui/theme";
import { tasks as words } from "./messages";
import type { TaskResult } from "./queries";

const TONES: Record<TaskResult["status"] | "running", Tone> = {
  pending: "quiet",
  passing: "good",
  failing: "bad",
  running: "info",
};

export function TaskState({ result }: { result: TaskResult | null }) {
  const state = result?.run_status === "running" ? "running" : (result?.status ?? "pending");
  return <Status tone={TONES[state]} label={words.states[state]} busy={state === "running"} />;
}

/** A task that cannot be sent to the agent says why. */
export function SyncState({ result }: { result: TaskResult | null }) {
  if (result?.problem) {
    return (
      <Tooltip label={`${words.problem}: ${result.problem}`}>
        <Text span inherit c="var(--tone-bad)" tabIndex={0}>
          {result.problem}
        </Text>
      </Tooltip>
    );
  }
  const state = result?.sync_status ?? "none";
  return (
    <Text span inherit c={state === "synced" ? "dimmed" : "var(--tone-warning)"}>
      {words.syncs[state]}
    </Text>
  );
}
