/** The structure of `src/` as CONTRIBUTING describes it, and proof that each rule can fail. */
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { brokenLayers, circles, FOUNDATIONS, mutualNouns, strayQueries, tooLong } from "./rules.ts";
import { readSources, sourcesOf } from "./sources.ts";

const sources = readSources(resolve(import.meta.dirname, "../../src"));

/** Nouns that still import each other. May only get shorter. */
const MUTUAL: [string, string][] = [
  // A choice of agents starts a bulk action, which shows agents.
  ["agents", "bulk"],
  // The table of agents shows their updates, and updates are shown by agent.
  ["agents", "updates"],
  // A run may be of a script, and the editor of a script tries it out.
  ["runs", "scripts"],
];

/** Files that are still too long, with the lines they may have. May only get shorter. */
const LONGER = {
  // One table of every address. Checks, alerts, templates, maintenance windows, the registry, the rules of remote
  // sessions, their recordings and links to them have theirs there.
  "routes.tsx": 243,
};

test("foundations import no noun, and nouns do not import the frame", () => {
  expect(brokenLayers(sources)).toEqual([]);
});

test("no file imports itself through others", () => {
  expect(circles(sources)).toEqual([]);
});

test("nouns import each other only where the list says so", () => {
  expect(mutualNouns(sources, MUTUAL)).toEqual([]);
});

test("pages and components have at most 150 lines, other files 250", () => {
  expect(tooLong(sources, LONGER)).toEqual([]);
});

test("the queries of a noun are in its queries.ts", () => {
  expect(strayQueries(sources)).toEqual([]);
});

test("every source is read, and every foundation exists", () => {
  expect(sources.length).toBeGreaterThan(400);
  const parts = new Set(sources.map(({ part }) => part));
  expect(FOUNDATIONS.filter((name) => !parts.has(name))).toEqual([]);
});

test("a foundation that imports a noun or a later foundation is found", () => {
  const broken = sourcesOf({
    "api/client.ts": 'import { notify } from "../ui/notify";',
    "ui/notify.ts": 'export { x } from "../api/client";',
    "ui/List.tsx": 'const page = () => import("../agents/AgentPage");',
    "agents/AgentPage.tsx": 'import type { Row } from "../ui/List";',
  });
  expect(brokenLayers(broken)).toEqual([
    "api/client.ts may not import ui/notify.ts",
    "ui/List.tsx may not import agents/AgentPage.tsx",
  ]);
});

test("a noun that imports the frame or the routes is found", () => {
  const broken = sourcesOf({
    "notes/NotesTab.tsx": 'import { Logo } from "../frame/Logo";\nimport "../routes";',
    "frame/Logo.tsx": 'import { notes } from "../notes/NotesTab";',
    "routes.tsx": "",
  });
  expect(brokenLayers(broken)).toEqual([
    "notes/NotesTab.tsx may not import frame/Logo.tsx",
    "notes/NotesTab.tsx may not import routes.tsx",
  ]);
});

test("a circle of files is found, also one of types", () => {
  const broken = sourcesOf({
    "tasks/TaskEditor.tsx": 'import { Fields } from "./Fields";',
    "tasks/Fields.tsx": 'import { Input } from "./Input";',
    "tasks/Input.tsx": 'import type { TaskForm } from "./TaskEditor";',
  });
  expect(circles(broken)).toEqual([
    "tasks/TaskEditor.tsx -> tasks/Fields.tsx -> tasks/Input.tsx -> tasks/TaskEditor.tsx",
  ]);
});

test("two nouns that import each other are found, and so is an outdated exception", () => {
  const broken = sourcesOf({
    "notes/a.ts": 'import "../runs/b";',
    "runs/b.ts": "",
    "runs/c.ts": 'import "../notes/a";',
  });
  expect(mutualNouns(broken, [["agents", "notes"]])).toEqual([
    "notes and runs import each other",
    "agents and notes no longer import each other: take them off the list",
  ]);
});

test("a long page is found, and so are an exception that grew and one that is not needed", () => {
  const lines = (count: number) => "\n".repeat(count - 1).concat("end");
  const broken = sourcesOf({
    "a/Page.tsx": lines(151),
    "a/Fits.tsx": lines(150),
    "a/messages.ts": lines(251),
    "a/Grew.tsx": lines(201),
    "a/Shrank.tsx": lines(150),
  });
  expect(tooLong(broken, { "a/Grew.tsx": 200, "a/Shrank.tsx": 200 })).toEqual([
    "a/Page.tsx has 151 lines, more than 150",
    "a/messages.ts has 251 lines, more than 250",
    "a/Grew.tsx has 201 lines, more than 200",
    "a/Shrank.tsx is short enough: take it off the list",
  ]);
});

test("a query that is described in a page is found", () => {
  const broken = sourcesOf({
    "notes/NotesTab.tsx": "const notesQuery = queryOptions({});",
    "notes/queries.ts": "const notesQuery = queryOptions({});",
    "session/me.ts": "const meQuery = queryOptions({});",
  });
  expect(strayQueries(broken)).toEqual([
    "notes/NotesTab.tsx describes a query: move it to queries.ts",
  ]);
});
