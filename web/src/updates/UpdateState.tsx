/** How far an update is on an agent: its state, its progress, and what it still needs. */
import { Text } from "@mantine/core";
import { Status } from "../ui/Status";
import { STATE_TONES } from "./choices";
import { updates as words } from "./messages";
import type { AgentUpdate } from "./queries";

const BUSY: AgentUpdate["state"][] = ["downloading", "installing"];

/** Whether an agent is working on it at this moment. */
export const isBusy = ({ state }: AgentUpdate) => BUSY.includes(state);

const stateText = ({ state }: AgentUpdate) => words.states[state] ?? state;

/** Hidden ones wait for somebody at the computer, the others may need a restart. */
function noteOf(update: AgentUpdate): string {
  if (update.installed) return "";
  if (update.hidden) return words.hidden;
  return update.needs_reboot && update.state !== "reboot_pending" ? words.needsReboot : "";
}

export function UpdateState({ update }: { update: AgentUpdate }) {
  const note = noteOf(update);
  return (
    <>
      <Status tone={STATE_TONES[update.state]} label={stateText(update)} busy={isBusy(update)} />
      {update.progress && (
        <Text size="xs" c="dimmed" className="numbers">
          {update.progress}
        </Text>
      )}
      {note && (
        <Text size="xs" c="dimmed" visibleFrom="sm">
          {note}
        </Text>
      )}
    </>
  );
}
