/** What a table says of a file, and in which order: pure functions. */
import { sorted } from "../../ui/sorting";
import type { Entry, EntryKind } from "./wire";

export type FileColumn = "name" | "size" | "modified" | "mode" | "owner";

const COLUMNS = [
  { id: "name", sort: ({ name }: Entry) => name },
  { id: "size", sort: ({ size, kind }: Entry) => (kind === "folder" ? null : size) },
  { id: "modified", sort: ({ modified }: Entry) => modified && Date.parse(modified) },
  { id: "mode", sort: ({ mode }: Entry) => mode },
  { id: "owner", sort: ownerOf },
];

/** Folders first, as the agent lists them; `order` is a column, or `-` and a column. */
export function arranged(entries: Entry[], order: string, showsHidden: boolean): Entry[] {
  const shown = showsHidden ? entries : entries.filter(({ hidden }) => !hidden);
  if (order === "") return shown;
  const folders = shown.filter(({ kind }) => kind === "folder");
  const others = shown.filter(({ kind }) => kind !== "folder");
  return [...sorted(folders, order, COLUMNS), ...sorted(others, order, COLUMNS)];
}

/** `ann:users`, or what of it is known. */
export function ownerOf({ owner, group }: Pick<Entry, "owner" | "group">): string {
  return [owner, group].filter((name) => name !== null).join(":");
}

const LETTERS = "rwxrwxrwx";
const TYPES: Record<EntryKind, string> = { file: "-", folder: "d", link: "l", other: "?" };

/** `-rwxr-x---`, as `ls` writes it. */
export function modeText(kind: EntryKind, mode: number): string {
  const letters = Array.from(LETTERS, (letter, at) => (mode & (0o400 >> at) ? letter : "-"));
  const special = (bit: number, at: number, letter: string) => {
    if (mode & bit) letters[at] = letters[at] === "x" ? letter : letter.toUpperCase();
  };
  special(0o4000, 2, "s");
  special(0o2000, 5, "s");
  special(0o1000, 8, "t");
  return TYPES[kind] + letters.join("");
}

/** Digits of a mode as people write it; null when it is none. */
export function readMode(text: string): number | null {
  return /^[0-7]{1,4}$/.test(text.trim()) ? Number.parseInt(text.trim(), 8) : null;
}

export const octal = (mode: number): string => mode.toString(8).padStart(3, "0");

/** More than this is not deleted without typing a word. */
const MOST_WITHOUT_WORD = 20;

export function needsWord(entries: Pick<Entry, "kind">[]): boolean {
  return entries.length > MOST_WITHOUT_WORD || entries.some(({ kind }) => kind === "folder");
}

/** The largest text that can be edited. */
export const MOST_TEXT = 1024 * 1024;

export function isEditable({ kind, size, readable }: Entry): boolean {
  return (kind === "file" || kind === "link") && readable && size <= MOST_TEXT;
}

/** How the code in a file is coloured, by its name: one of the editor's shells. */
export function shellOf(name: string): string {
  const ending = name.toLowerCase().split(".").at(-1) ?? "";
  if (["ps1", "psm1", "psd1"].includes(ending)) return "powershell";
  if (["bat", "cmd"].includes(ending)) return "cmd";
  if (ending === "py") return "python";
  return ["ts", "js", "mjs", "json"].includes(ending) ? "deno" : "shell";
}
