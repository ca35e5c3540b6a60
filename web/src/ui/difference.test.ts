import { expect, test } from "vitest";
import { difference } from "./difference";

test("only what differs is shown, nested keys with dots", () => {
  const before = { name: "A", site: { name: "x", id: 1 }, tags: ["a"] };
  const after = { name: "A", site: { name: "y", id: 1 }, tags: ["a", "b"], extra: true };
  expect(difference(before, after)).toEqual([
    { key: "site.name", before: "x", after: "y" },
    { key: "tags", before: '["a"]', after: '["a","b"]' },
    { key: "extra", before: null, after: "true" },
  ]);
});

test("something new has no before, something deleted no after", () => {
  expect(difference(null, { name: "A" })).toEqual([{ key: "name", before: null, after: "A" }]);
  expect(difference({ name: "A" }, null)).toEqual([{ key: "name", before: "A", after: null }]);
  expect(difference(null, null)).toEqual([]);
});
