/** How a delivery is, in a word and a tone. */
import type { Tone } from "../ui/theme";
import { urlActions as words } from "./messages";

/** As much of a delivery as its state needs. */
interface Delivery {
  state: "pending" | "delivered" | "failed";
  status?: number | null;
  attempts: number;
}

/** Whether it is tried again by itself. */
export const isOpen = ({ state }: Pick<Delivery, "state">) => state === "pending";

export function stateOf({ state, status, attempts }: Delivery): { tone: Tone; label: string } {
  const answered = status ?? null;
  if (state === "delivered") return { tone: "good", label: words.delivered(answered) };
  if (state === "failed") return { tone: "bad", label: words.failed(answered) };
  return attempts === 0
    ? { tone: "info", label: words.sending }
    : { tone: "warning", label: words.retrying(answered) };
}
