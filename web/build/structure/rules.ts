/** The rules of the structure. Each returns what breaks it, one sentence for each breach. */
import type { Source } from "./sources.ts";

/** What every noun may use. A foundation uses only those before it. */
export const FOUNDATIONS = [
  "texts",
  "terminal",
  "api",
  "session",
  "conflicts",
  "live",
  "ui",
  "preferences",
];

/** What puts the nouns together; no noun and no foundation uses it. */
export const COMPOSITION = ["frame", "routes.tsx", "main.tsx"];

/** Foundations know no noun, nouns do not know the frame around them. */
export function brokenLayers(sources: Source[]): string[] {
  const parts = new Map(sources.map((source) => [source.path, source.part]));
  return sources.flatMap(({ path, part, imports }) =>
    imports
      .filter((imported) => !mayUse(part, parts.get(imported) ?? ""))
      .map((imported) => `${path} may not import ${imported}`),
  );
}

function mayUse(part: string, other: string): boolean {
  if (part === other || COMPOSITION.includes(part)) return true;
  if (COMPOSITION.includes(other)) return false;
  if (!FOUNDATIONS.includes(part)) return true;
  return FOUNDATIONS.includes(other) && FOUNDATIONS.indexOf(other) < FOUNDATIONS.indexOf(part);
}

/** Files that import each other, directly or through others. */
export function circles(sources: Source[]): string[] {
  const imports = new Map(sources.map((source) => [source.path, source.imports]));
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (path: string, way: string[]) => {
    const start = way.indexOf(path);
    if (start >= 0) found.push([...way.slice(start), path].join(" -> "));
    if (start >= 0 || done.has(path)) return;
    for (const next of imports.get(path) ?? []) visit(next, [...way, path]);
    done.add(path);
  };
  for (const { path } of sources) visit(path, []);
  return found;
}

/** Nouns that import each other. Those that may are in the list, and none of it is outdated. */
export function mutualNouns(sources: Source[], allowed: [string, string][]): string[] {
  const parts = new Map(sources.map((source) => [source.path, source.part]));
  const edges = new Set(
    sources.flatMap(({ part, imports }) => imports.map((path) => `${part} ${parts.get(path)}`)),
  );
  const names = [...new Set(parts.values())].sort();
  const mutual = names.flatMap((left) =>
    names
      .filter((right) => left < right)
      .filter((right) => edges.has(`${left} ${right}`) && edges.has(`${right} ${left}`))
      .map((right) => `${left} and ${right}`),
  );
  const listed = allowed.map(([left, right]) => `${left} and ${right}`);
  return [
    ...mutual.filter((pair) => !listed.includes(pair)).map((pair) => `${pair} import each other`),
    ...listed
      .filter((pair) => !mutual.includes(pair))
      .map((pair) => `${pair} no longer import each other: take them off the list`),
  ];
}

/** A page or component fits on three screens; other files are as long as those of the server. */
const MOST_LINES = { ".tsx": 150, ".ts": 250 };

/** Files that are too long. Exceptions have a limit of their own and may only get shorter. */
export function tooLong(sources: Source[], exceptions: Record<string, number>): string[] {
  // Nobody reads what is generated from top to bottom.
  const written = sources.filter(({ path }) => !path.endsWith(".gen.ts"));
  return written.flatMap(({ path, lines }) => {
    const usual = MOST_LINES[path.endsWith(".tsx") ? ".tsx" : ".ts"];
    const most = exceptions[path] ?? usual;
    if (lines > most) return [`${path} has ${lines} lines, more than ${most}`];
    const isOutdated = path in exceptions && lines <= usual;
    return isOutdated ? [`${path} is short enough: take it off the list`] : [];
  });
}

/** What a noun reads is described in its `queries.ts`. */
export function strayQueries(sources: Source[]): string[] {
  const others = [...FOUNDATIONS, ...COMPOSITION];
  return sources
    .filter(({ part, path }) => !others.includes(part) && !path.endsWith("/queries.ts"))
    .filter(({ code }) => /\b(q|infiniteQ)ueryOptions\(/.test(code))
    .map(({ path }) => `${path} describes a query: move it to queries.ts`);
}
