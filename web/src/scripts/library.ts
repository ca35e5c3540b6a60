/** Which scripts of the library are shown. */
import { asWord } from "../api/word";
import type { Filters } from "../ui/useFilter";
import type { ScriptItem } from "./queries";

/** Folders that are not categories. */
export const FAVOURITES = "@favourites";
export const OWN = "@own";

export function found(scripts: ScriptItem[], filters: Filters): ScriptItem[] {
  const words = (filters.search ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  return scripts.filter(
    (script) =>
      inFolder(script, filters.folder) &&
      (!filters.shell || script.shell === filters.shell) &&
      fitsPlatform(script, filters.platform) &&
      words.every((word) => textOf(script).includes(word)),
  );
}

function inFolder(script: ScriptItem, folder: string | undefined): boolean {
  if (folder === undefined) return true;
  if (folder === FAVOURITES) return script.favorite;
  if (folder === OWN) return script.script_type !== "builtin";
  return script.category === folder.replace(/^=/, "");
}

function fitsPlatform(script: ScriptItem, platform: string | undefined): boolean {
  const { supported_platforms: supported } = script;
  return !platform || supported.length === 0 || supported.includes(asWord(platform));
}

const textOf = (script: ScriptItem) =>
  `${script.name} ${script.description} ${script.category} ${script.shell}`.toLowerCase();

/** The categories with how many scripts each has, by name. */
export function folders(scripts: ScriptItem[]): [name: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { category } of scripts) counts.set(category, (counts.get(category) ?? 0) + 1);
  return [...counts].toSorted(([left], [right]) => left.localeCompare(right));
}

type Shell = ScriptItem["shell"];

const SHELL_OF: Record<string, Shell> = {
  ps1: "powershell",
  bat: "cmd",
  cmd: "cmd",
  py: "python",
  sh: "shell",
  bash: "shell",
  nu: "nushell",
  ts: "deno",
  js: "deno",
};

/** What a file's name says about the script in it. */
export function fromFileName(fileName: string): { name: string; shell: Shell } {
  const dot = fileName.lastIndexOf(".");
  const extension = dot < 0 ? "" : fileName.slice(dot + 1).toLowerCase();
  const name = dot > 0 ? fileName.slice(0, dot) : fileName;
  return { name, shell: SHELL_OF[extension] ?? "shell" };
}
