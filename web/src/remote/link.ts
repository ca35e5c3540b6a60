/** A link to a session, as the address of the page that it opens says it: pure functions. */
import type { Schema } from "../api/client";
import type { Filters } from "../ui/useFilter";

export type SentLink = Schema<"SentRemoteLink">;

const KINDS = ["terminal", "files", "screen", "vnc"] as const;

/** Undefined when a part of the address is missing, for example when only half of it was copied. */
export function linkOf({ agent, kind, port, user, until, signature }: Filters) {
  const known = KINDS.find((one) => one === kind);
  const numbers = [port ?? "0", user, until].map(wholeOf);
  const [portNumber, userNumber, untilNumber] = numbers;
  if (!agent || !known || !signature) return;
  if (portNumber === undefined || userNumber === undefined || untilNumber === undefined) return;
  const link: SentLink = {
    agent,
    kind: known,
    port: portNumber,
    user: userNumber,
    until: untilNumber,
    signature,
  };
  return link;
}

/** Not more digits than a number can tell apart. */
function wholeOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
