import { expect, test } from "vitest";
import { allRows } from "./allRows";

test("every page is read, and a row that moved on to the next is there once", async () => {
  const pages = [[{ id: 5 }, { id: 4 }], [{ id: 4 }, { id: 3 }], [{ id: 2 }]];
  const asked: number[] = [];
  const rows = await allRows(
    ({ id }: { id: number }) => id,
    async ({ page }) => {
      asked.push(page);
      const next = page < pages.length ? "more" : null;
      return { count: 5, previous: null, next, results: pages[page - 1] ?? [] };
    },
  );
  expect(rows.map(({ id }) => id)).toEqual([5, 4, 3, 2]);
  expect(asked).toEqual([1, 2, 3]);
});
