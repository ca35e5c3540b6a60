import { expect, test } from "vitest";
import { differs, pathOf, queryOf, searchOf } from "./content";
import type { SavedView } from "./queries";

const view: SavedView = {
  id: 7,
  user: 1,
  username: "anna",
  page: "agents",
  name: "Servers",
  query: { type: "server", status: "offline" },
  columns: ["hostname", "status"],
  sort: "-last_seen",
  shared: false,
  modified_by: "anna",
  modified_time: "2026-01-31T13:30:00Z",
};

test("a view keeps the filters of the page and nothing else of the address", () => {
  const filters = { type: "server", search: "", dialog: "bulk:script", view: "7", sort: "x" };
  expect(queryOf(filters, ["type", "search", "status"])).toEqual({ type: "server" });
});

test("the address under a view has its filters and its order", () => {
  expect(searchOf(view)).toEqual({
    type: "server",
    status: "offline",
    view: "7",
    sort: "-last_seen",
  });
  expect(searchOf({ ...view, query: {}, sort: "" })).toEqual({ view: "7", sort: undefined });
});

test("a view leads to its table, and nowhere when there is none", () => {
  expect([pathOf(view), pathOf({ page: "history" }), pathOf({ page: "tasks" })]).toEqual([
    "/agents",
    "/runs",
    undefined,
  ]);
});

test("a view differs by filter, column, order of columns and order of rows", () => {
  const { query, columns, sort } = view;
  expect(differs(view, { query: { status: "offline", type: "server" }, columns, sort })).toBe(
    false,
  );
  expect(differs(view, { query: {}, columns, sort })).toBe(true);
  expect(differs(view, { query, columns: columns.toReversed(), sort })).toBe(true);
  expect(differs(view, { query, columns, sort: "" })).toBe(true);
});
