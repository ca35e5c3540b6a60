/** Where the relay is, and what a refusal of the server means for a session: pure functions. */
import type { Problem } from "../api/problem";
import type { Closing } from "./pipe/relaySocket";

/** The address of a socket, from a path of this server or the whole address of another relay. */
export function relayAddress(named: string, here: string): string {
  const address = new URL(named, here);
  address.protocol = address.protocol.replace("http", "ws");
  address.hash = "";
  return address.href;
}

/** The same may work in a moment. */
const TEMPORARY = new Set([0, 408, 429]);
/** What this browser cannot do, and what this page does wrong: the same happens again. */
const FINAL_CODES = new Set(["browser", "fault"]);
/** The agent may come back, and its session waits for it. */
const TEMPORARY_CODES = new Set(["agent_offline"]);

export function closingOf({ status, code, message }: Problem): Closing {
  const isTemporary =
    (TEMPORARY.has(status) && !FINAL_CODES.has(code)) || status >= 500 || TEMPORARY_CODES.has(code);
  return { code, reason: message, isFinal: !isTemporary };
}
