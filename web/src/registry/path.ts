/** Paths of keys, as the server writes them: `Computer\HKEY_LOCAL_MACHINE\SOFTWARE`. */
import { registry as words } from "./messages";

/** What is above all hives. */
export const ROOT = "Computer";

const HIVES: Record<string, string> = {
  HKLM: "HKEY_LOCAL_MACHINE",
  HKU: "HKEY_USERS",
  HKCR: "HKEY_CLASSES_ROOT",
  HKCU: "HKEY_CURRENT_USER",
  HKCC: "HKEY_CURRENT_CONFIG",
};

/** Windows keeps what is directly in these. */
const OF_HIVES = ["HKEY_LOCAL_MACHINE", "HKEY_USERS"];

export const childOf = (path: string, name: string) => `${path}\\${name}`;

export const nameOf = (path: string) => path.slice(path.lastIndexOf("\\") + 1);

/** The key that it is in; `Computer` is in itself. */
export const parentOf = (path: string) =>
  path.includes("\\") ? path.slice(0, path.lastIndexOf("\\")) : ROOT;

/** All keys that it is in, from the nearest on. */
export const keysAbove = (path: string): string[] =>
  path.includes("\\") ? [parentOf(path), ...keysAbove(parentOf(path))] : [];

/** The same for every way to write a path. */
export const idOf = (path: string) => path.toLowerCase();

/** Whether a key is somewhere in another one. */
export const isBelow = (path: string, above: string) => idOf(path).startsWith(`${idOf(above)}\\`);

/** What people paste from other programs: short names, `HKLM:`, `Registry::`, quotes. */
export function normalised(typed: string): string {
  const text = typed
    .trim()
    .replaceAll(/^["[]+|["\]]+$/g, "")
    .replace(/^(Microsoft\.PowerShell\.Core\\)?Registry::/i, "")
    .replaceAll(/\\+/g, "\\")
    .replaceAll(/^\\|\\$/g, "");
  const [first = "", ...rest] = text.split("\\");
  if (first.toLowerCase() === ROOT.toLowerCase()) {
    return rest.length > 0 ? normalised(rest.join("\\")) : ROOT;
  }
  if (text === "") return ROOT;
  const hive = first.replace(/:$/, "").toUpperCase();
  return [ROOT, HIVES[hive] ?? hive, ...rest].join("\\");
}

/** How many keys are above it: 0 for `Computer`, 1 for a hive. */
const depthOf = (path: string) => path.split("\\").length - 1;

const isOfHives = (path: string) => OF_HIVES.includes(nameOf(path)) && depthOf(path) === 1;

/** Why a key cannot be renamed or deleted, if it cannot. */
export function whyFixed(path: string): string | undefined {
  const isHive = depthOf(path) < 2 || (depthOf(path) === 2 && isOfHives(parentOf(path)));
  return isHive ? words.isHive : undefined;
}

/** Why no key can be created in it, if none can. */
export function whyNoKeys(path: string): string | undefined {
  return path === ROOT || isOfHives(path) ? words.holdsHives : undefined;
}
