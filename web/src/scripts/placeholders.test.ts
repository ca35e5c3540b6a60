import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { placeholders } from "./placeholders";

/** Where the server says what it fills in. */
const SERVER = "../../../server/src/domain/custom_fields/reserved.rs";

/** The words of a list in Rust. */
function words(source: string, name: string): string[] {
  const list = new RegExp(`${name}: &\\[&str\\] =\\s*&\\[([^\\]]*)\\]`).exec(source)?.[1];
  if (list === undefined) throw new Error(`the server has no list ${name} any more`);
  return [...list.matchAll(/"([^"]+)"/g)].map(([, word]) => word ?? "");
}

test("the editor offers every placeholder that the server fills in, and no other", () => {
  const source = readFileSync(resolve(import.meta.dirname, SERVER), "utf8");
  const place = words(source, "PLACE_PROPERTIES");
  expect(placeholders).toEqual([
    ...words(source, "AGENT_PROPERTIES").map((name) => `{{agent.${name}}}`),
    ...["site", "client"].flatMap((model) => place.map((name) => `{{${model}.${name}}}`)),
  ]);
});
