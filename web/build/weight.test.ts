/**
 * What a browser loads to show the fleet, as the server sends it. Measured on
 * the build, so `npm run build` comes first; `make test` does that.
 */
import { existsSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

interface Chunk {
  file: string;
  imports?: string[];
}

const LIMIT = 350_000;
const folder = resolve(import.meta.dirname, "../dist");

test("the first page needs less than 350 KB of compressed script", () => {
  const manifest = readManifest();
  const files = filesOf(manifest, ["index.html"]);
  const weights = [...files].map((file) => [file, weight(file)] as const);
  const total = weights.reduce((sum, [, bytes]) => sum + bytes, 0);
  expect(total, `heaviest: ${heaviest(weights)}`).toBeLessThan(LIMIT);
});

test("the first page comes in few files, and the document names them all", () => {
  const files = filesOf(readManifest(), ["index.html"]);
  const document = readFileSync(join(folder, "index.html"), "utf8");
  expect([...files].filter((file) => !document.includes(`/ui/${file}`))).toEqual([]);
  // The bundler's own helpers, the libraries, and what we wrote.
  expect(files.size).toBe(3);
});

test("the script editor is only loaded where scripts are edited", () => {
  const manifest = readManifest();
  const files = filesOf(manifest, ["index.html"]);
  const editor = manifest["src/scripts/CodeEditor.tsx"]?.file;
  expect(editor).toBeDefined();
  expect([...files]).not.toContain(editor);
});

test.each([
  ["the terminal", "src/remote/terminal/TerminalPanel.tsx"],
  ["the table of files", "src/remote/files/FilesPanel.tsx"],
  ["the picture of a screen", "src/remote/screen/ScreenPanel.tsx"],
  ["VNC", "src/remote/vnc/VncPanel.tsx"],
  ["the player of recordings", "src/recordings/RecordingPage.tsx"],
])("%s is only loaded where one is opened", (_, source) => {
  const manifest = readManifest();
  // Also not with the edge of the window where all of them are shown.
  const files = filesOf(manifest, ["index.html", "src/remote/dock/Dock.tsx"]);
  const panel = manifest[source]?.file;
  expect(panel).toBeDefined();
  expect([...files]).not.toContain(panel);
});

test("the library that draws graphs is only loaded where there are some, after their words", () => {
  const manifest = readManifest();
  // The name of its own class.
  const draws = (file: string) => /["'`]uplot["'`]/.test(readFileSync(join(folder, file), "utf8"));
  const plot = filesOf(manifest, ["src/metrics/Plot.tsx"]);
  const early = filesOf(manifest, ["index.html", "src/metrics/MetricsTab.tsx"]);
  expect([...plot].filter(draws)).toHaveLength(1);
  expect([...early].filter(draws)).toEqual([]);
});

function readManifest(): Record<string, Chunk> {
  const path = join(folder, ".vite/manifest.json");
  if (!existsSync(path)) throw new Error("there is no build to weigh: run `npm run build` first");
  return JSON.parse(readFileSync(path, "utf8")) as Record<string, Chunk>;
}

/** The scripts of these entries and of all they import before they run. */
function filesOf(manifest: Record<string, Chunk>, entries: string[]): Set<string> {
  const files = new Set<string>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`the build has no ${name}`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const needed of chunk.imports ?? []) visit(needed);
  };
  for (const entry of entries) visit(entry);
  return files;
}

/** Brotli, which every browser takes over HTTPS; small files are sent as they are. */
function weight(file: string): number {
  const path = join(folder, file);
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
}

function heaviest(weights: (readonly [string, number])[]): string {
  const order = weights.toSorted(([, left], [, right]) => right - left);
  return order
    .slice(0, 5)
    .map(([file, bytes]) => `${file} ${bytes}`)
    .join(", ");
}
