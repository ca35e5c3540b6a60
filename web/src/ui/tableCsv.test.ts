import { expect, test } from "vitest";
import type { Column } from "./column";
import { tableCsv } from "./tableCsv";

interface Row {
  name: string;
  size: number | null;
  on: boolean;
}

const columns: Column<Row>[] = [
  { id: "name", title: "Name", cell: ({ name }) => name, sort: ({ name }) => name },
  { id: "size", title: "Size", cell: () => "2 KiB", sort: ({ size }) => size },
  { id: "on", title: "On", cell: () => null, sort: ({ on }) => on },
  { id: "words", title: "In words", cell: () => null, file: ({ on }) => (on ? "runs" : "rests") },
  { id: "actions", title: "", cell: () => null },
];

test("a file has the values of the columns, without those that only have buttons", () => {
  const rows = [
    { name: "a, b", size: 2048, on: true },
    { name: "c", size: null, on: false },
  ];
  expect(tableCsv(columns, rows)).toBe(
    'Name,Size,On,In words\r\n"a, b",2048,yes,runs\r\nc,,no,rests',
  );
});
