/** What this browser can do, and how it is called: pure functions. */

/** Whether notifications can be switched on here, or why they cannot. */
export type Support = "ready" | "insecure" | "unsupported" | "denied";

/** What decides about it, as a browser has it. */
export interface Abilities {
  isSecureContext: boolean;
  hasWorkers: boolean;
  hasPush: boolean;
  /** What somebody has answered before; absent where there are no notifications at all. */
  permission: NotificationPermission | undefined;
}

export function supportOf(abilities: Abilities): Support {
  // Without https a browser hides the rest, so this comes first.
  if (!abilities.isSecureContext) return "insecure";
  if (!abilities.hasWorkers || !abilities.hasPush || !abilities.permission) return "unsupported";
  return abilities.permission === "denied" ? "denied" : "ready";
}

/** The bytes of a key in base64url. */
export function keyBytes(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

/** Whether a browser has subscribed with this very key. */
export function isSameKey(subscribed: ArrayBuffer | null | undefined, key: Uint8Array): boolean {
  if (!subscribed) return false;
  const bytes = new Uint8Array(subscribed);
  return bytes.length === key.length && bytes.every((byte, at) => byte === key[at]);
}

/** SHA-256 in hexadecimal: by it the server names the address of a browser, which is a secret. */
export async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// The first that matches: most browsers also name those they descend from.
const BROWSERS: [part: RegExp, name: string][] = [
  [/Edg(?:A|iOS)?\//, "Edge"],
  [/OPR\//, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/(?:Firefox|FxiOS)\//, "Firefox"],
  [/(?:Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/Safari\//, "Safari"],
];

const SYSTEMS: [part: RegExp, name: string][] = [
  [/Android/, "Android"],
  [/iPhone|iPad/, "iOS"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

/** A name that its owner recognises: "Firefox on Linux". */
export function browserName(userAgent: string, unknown: string): string {
  const nameIn = (list: [RegExp, string][]) => list.find(([part]) => part.test(userAgent))?.[1];
  const [browser, system] = [nameIn(BROWSERS) ?? unknown, nameIn(SYSTEMS)];
  return system ? `${browser} on ${system}` : browser;
}
