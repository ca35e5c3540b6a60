import { expect, test } from "vitest";
import { labels } from "./messages";
import { changes, sections } from "./sections";

test("every setting on a tab has a name for people", () => {
  const named = Object.values(sections)
    .flat()
    .flatMap((section) => section.fields.map(([name]) => name));
  expect(named.filter((name) => !(name in labels))).toEqual([]);
});

test("only what was changed is sent", () => {
  const stored = { a: 1, b: ["x"], c: "same" };
  expect(changes(stored, { a: 2, b: ["x"], c: "same" })).toEqual({ a: 2 });
});
