/** Whether this browser can keep a session secret from everything between it and the agent. */
import { remote as words } from "./messages";

/** Why it cannot; nothing when it can, or when only trying shows it. */
export function lackOfBrowser(): string | undefined {
  if (typeof isSecureContext !== "undefined" && !isSecureContext) return words.insecure;
  return globalThis.crypto?.subtle ? undefined : words.oldBrowser;
}
