import { expect, test } from "vitest";
import { byName, sorted, toggled } from "./sorting";

const columns = [{ id: "name", sort: (row: { name: string | null }) => row.name }, { id: "fixed" }];
const rows = ["pc10", null, "PC2", "alpha"].map((name) => ({ name }));

test("names sort as people read them, and what is missing comes last both ways", () => {
  const names = (order: string) => sorted(rows, order, columns).map((row) => row.name);
  expect(names("name")).toEqual(["alpha", "PC2", "pc10", null]);
  expect(names("-name")).toEqual(["pc10", "PC2", "alpha", null]);
});

test("places are in the order of their numbers, whatever the case of their letters", () => {
  const places = ["Site 10", "site 2", "Bern"].map((name) => ({ name }));
  expect(byName(places).map(({ name }) => name)).toEqual(["Bern", "site 2", "Site 10"]);
});

test("an order no column has changes nothing", () => {
  expect(sorted(rows, "fixed", columns)).toBe(rows);
});

test("a header goes up, down, and back to the table's own order", () => {
  expect([toggled("", "a"), toggled("a", "a"), toggled("-a", "a"), toggled("-a", "b")]).toEqual([
    "a",
    "-a",
    "",
    "b",
  ]);
});
