import { expect, test } from "vitest";
import type { GridColumn } from "./columns";
import { columnsOf, firstLayout, readLayout, withMoved, withShown, withWidth } from "./layout";

const column = (id: string, more: Partial<GridColumn<string>> = {}): GridColumn<string> => ({
  id,
  title: id,
  width: 100,
  sort: () => id,
  ...more,
});
const all = [
  column("host", { fixed: true }),
  column("status"),
  column("site"),
  column("ram", { hidden: true }),
];
const first = firstLayout(all);
const ids = (layout: typeof first) => columnsOf(all, layout).map(({ id }) => id);

test("hidden columns are not shown at first", () => {
  expect(first).toEqual({ shown: ["host", "status", "site"], widths: {} });
});

test("a column that is shown comes last, and one that is hidden is gone", () => {
  expect(ids(withShown(first, "ram", true))).toEqual(["host", "status", "site", "ram"]);
  expect(ids(withShown(first, "status", false))).toEqual(["host", "site"]);
});

test("a column takes the place of the one it was dropped on, to the left and to the right", () => {
  expect(ids(withMoved(first, "site", "status"))).toEqual(["host", "site", "status"]);
  expect(ids(withMoved(first, "status", "site"))).toEqual(["host", "site", "status"]);
  expect(withMoved(first, "ram", "site")).toBe(first);
});

test("fixed columns stay first, and columns that are gone are left out", () => {
  expect(ids({ shown: ["site", "gone", "host"], widths: {} })).toEqual(["host", "site"]);
  expect(ids({ shown: [], widths: {} })).toEqual(["host"]);
});

test("widths are kept, and none is too narrow to be taken hold of", () => {
  const wider = withWidth(withWidth(first, "site", 250.4), "status", 3);
  expect(columnsOf(all, wider).map(({ width }) => width)).toEqual([100, 48, 250]);
});

test("what is stored and is no layout counts as none", () => {
  expect(readLayout(null)).toBeNull();
  expect(readLayout([{ colId: "hostname" }])).toBeNull();
  expect(readLayout({ shown: [1] })).toBeNull();
  expect(readLayout({ shown: ["a"], widths: { a: "x", b: 90 } })).toEqual({
    shown: ["a"],
    widths: { b: 90 },
  });
});
