/** Paths as the agent's system writes them: pure functions. */

/** The list of disks and shares, which no system has a path for. */
export const COMPUTER = "";

/** Whether it is a path of Windows: a drive, or a share. */
export function isWindows(path: string): boolean {
  return /^[a-z]:/i.test(path) || path.startsWith("\\\\");
}

const separatorOf = (path: string) => (isWindows(path) ? "\\" : "/");

/** Where a path begins: `/`, `C:\` or `\\server\share\`. */
export function rootOf(path: string): string {
  if (!isWindows(path)) return "/";
  const share = /^\\\\[^\\]+\\[^\\]+/.exec(path)?.[0];
  return `${share ?? path.slice(0, 2)}\\`;
}

/** The names below the root. */
export function namesOf(path: string): string[] {
  const separator = separatorOf(path);
  return path
    .slice(rootOf(path).length)
    .split(separator)
    .filter((name) => name !== "");
}

/** The path of something in a folder. */
export function joined(folder: string, ...names: string[]): string {
  const separator = separatorOf(folder);
  const begin = folder.endsWith(separator) ? folder.slice(0, -1) : folder;
  return [begin, ...names].join(separator);
}

/** The folder that something is in; null of a root. */
export function parentOf(path: string): string | null {
  const names = namesOf(path);
  if (path === COMPUTER || names.length === 0) return null;
  const above = names.slice(0, -1);
  return above.length > 0 ? joined(rootOf(path), ...above) : rootOf(path);
}

/** The last name; the root itself of a root. */
export function nameOf(path: string): string {
  return namesOf(path).at(-1) ?? rootOf(path);
}

export interface Crumb {
  name: string;
  path: string;
}

/** Every folder on the way to a path, from its root. */
export function crumbsOf(path: string): Crumb[] {
  if (path === COMPUTER) return [];
  const root = rootOf(path);
  const names = namesOf(path);
  const below = names.map((name, at) => ({ name, path: joined(root, ...names.slice(0, at + 1)) }));
  return [{ name: root, path: root }, ...below];
}

/** What somebody typed, as the agent takes it: without spaces around it, and with one kind of slash. */
export function cleanedPath(typed: string): string {
  const text = typed.trim().replace(/^"(.*)"$/, "$1");
  if (text === COMPUTER) return COMPUTER;
  if (!isWindows(text)) return text.length > 1 ? text.replace(/\/+$/, "") || "/" : text;
  const path = text.replaceAll("/", "\\");
  const root = rootOf(path);
  const names = namesOf(path);
  return names.length > 0 ? joined(root, ...names) : root;
}

/** Whether a path is a folder, or anything below it. */
export function isWithin(path: string, folder: string): boolean {
  const [one, other] = isWindows(folder)
    ? [path.toLowerCase(), folder.toLowerCase()]
    : [path, folder];
  const separator = separatorOf(folder);
  return one === other || one.startsWith(other.endsWith(separator) ? other : other + separator);
}

/** `report.pdf`, `report (2).pdf`, …, as the agent numbers them. */
export function numbered(name: string, number: number): string {
  if (number < 2) return name;
  const dot = name.lastIndexOf(".");
  const end = dot > 0 ? dot : name.length;
  return `${name.slice(0, end)} (${number})${name.slice(end)}`;
}

const FORBIDDEN = /[<>:"|?*\\/]/;

/** Whether something may be called so in a folder; the agent refuses the rest. */
export function isName(name: string, folder: string): boolean {
  if (name === "" || name === "." || name === ".." || name.length > 255) return false;
  if (!isWindows(folder)) return !name.includes("/") && !name.includes("\0");
  return !FORBIDDEN.test(name) && !/[. ]$/.test(name);
}
