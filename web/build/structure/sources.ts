/** The files of the interface without their tests, and what each imports. */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

export interface Source {
  /** Below `src`, with slashes: `ui/grid/Grid.tsx`. */
  path: string;
  /** The folder directly below `src`, or the file itself: `ui`, `main.tsx`. */
  part: string;
  lines: number;
  code: string;
  /** Paths of our own files, as `path` has them. */
  imports: string[];
}

/** The sources in a folder. */
export function readSources(folder: string): Source[] {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => /\.tsx?$/.test(path) && !/\.(test|d)\.tsx?$/.test(path))
    .sort();
  return sourcesOf(
    Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), "utf8")])),
  );
}

/** The sources with these paths and texts. */
export function sourcesOf(files: Record<string, string>): Source[] {
  return Object.entries(files).map(([path, code]) => ({
    path,
    part: path.split("/")[0] ?? path,
    lines: code.trimEnd().split("\n").length,
    code,
    imports: importsOf(path, code).flatMap((wanted) => found(wanted, files)),
  }));
}

/** `from "./x"`, `import "./x"` and `import("./x")`. */
const IMPORT = /\b(?:from|import)\s*\(?\s*"(\.[^"]*)"/g;

function importsOf(path: string, code: string): string[] {
  const named = [...code.matchAll(IMPORT)].map((match) => match[1] ?? "");
  return named.map((name) => posix.join(posix.dirname(path), name));
}

/** Styles and generated types are no sources. */
function found(wanted: string, files: Record<string, string>): string[] {
  return [wanted, `${wanted}.ts`, `${wanted}.tsx`].filter((path) => path in files);
}
