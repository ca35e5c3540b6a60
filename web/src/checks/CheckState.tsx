/** How a check is doing: a colour and a word. */
import { Status } from "../ui/Status";
import type { Tone } from "../ui/theme";
import { checks as words } from "./messages";
import type { State } from "./order";

const TONES: Record<State, Tone> = {
  error: "bad",
  warning: "warning",
  info: "info",
  passing: "good",
  pending: "quiet",
  overridden: "quiet",
};

export function CheckState({ state }: { state: State }) {
  return <Status tone={TONES[state]} label={words.states[state]} />;
}
