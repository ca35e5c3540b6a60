/** A whole list, read in large pages: what a file of it needs. */
import type { ListPage } from "./client";

interface PageRequest {
  page: number;
  page_size: number;
}

const LARGEST = 1000;

/**
 * Reads page after page to the end. A list that grows meanwhile pushes rows
 * onto the next page; `id` identifies those that were read already.
 */
export async function allRows<Row>(
  id: (row: Row) => string | number,
  read: (request: PageRequest) => Promise<ListPage<Row>>,
): Promise<Row[]> {
  const rows = new Map<string | number, Row>();
  for (let number = 1; ; number += 1) {
    const { results, next } = await read({ page: number, page_size: LARGEST });
    for (const row of results) rows.set(id(row), row);
    if (!next || results.length === 0) return [...rows.values()];
  }
}
