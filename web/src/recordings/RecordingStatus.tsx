/** Whether a recording is whole, with what is missing of it. */
import { Tooltip } from "@mantine/core";
import type { Schema } from "../api/client";
import { Status } from "../ui/Status";
import type { Tone } from "../ui/theme";
import { recordings as words } from "./messages";

const TONES: Record<Schema<"Recording">["state"], Tone> = {
  recording: "info",
  complete: "good",
  incomplete: "warning",
  damaged: "bad",
};

export function RecordingStatus({ state, gaps }: Pick<Schema<"Recording">, "state" | "gaps">) {
  const label = [words.states[state], gaps > 0 && words.gaps(gaps)].filter(Boolean).join(" · ");
  return (
    <Tooltip label={words.statesHint[state]} disabled={!words.statesHint[state]}>
      <span>
        <Status tone={TONES[state]} label={label} busy={state === "recording"} wraps={gaps > 0} />
      </span>
    </Tooltip>
  );
}
