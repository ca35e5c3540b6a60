/** Where the tunnel of a session leads, as people call it: pure functions. */
import type { OpenSession } from "../sessions";
import { OWN_HOST, VNC_PORT } from "./command";
import { vnc as words } from "./messages";

export type Target = Pick<OpenSession, "hostname" | "host" | "port">;

/** Whether an address is the agent itself. */
export const isOwn = (host: string): boolean =>
  host === "" || host === "::1" || host === "localhost" || host.startsWith("127.");

/** The computer that answers there. */
export function computerOf({ hostname, host = OWN_HOST }: Target): string {
  return isOwn(host) ? hostname : host;
}

/** For a line of the panel. */
export function targetName({ host = OWN_HOST, port = VNC_PORT }: Target): string {
  if (isOwn(host)) return words.own(port);
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}

/** The agent speaks of itself by an address; people know it by its name. */
export function inNames(reason: string, target: Target): string {
  const { hostname, host = OWN_HOST } = target;
  // Only where it is a word of its own, not the beginning of another address.
  const isNamed = isOwn(host) && host !== "";
  return isNamed
    ? reason
        .split(/(\s)/)
        .map((word) => named(word, host, hostname))
        .join("")
    : reason;
}

function named(word: string, host: string, hostname: string): string {
  const end = /[.,:]$/.exec(word)?.[0] ?? "";
  return word.slice(0, word.length - end.length) === host ? hostname + end : word;
}
