import { expect, test } from "vitest";
import { type GridColumn, gridCsv } from "./columns";

interface Row {
  host: string;
  seen: number | null;
}

const columns: GridColumn<Row>[] = [
  { id: "host", title: "Host", width: 100, sort: ({ host }) => host },
  {
    id: "seen",
    title: "Last seen",
    width: 100,
    sort: ({ seen }) => seen,
    text: ({ seen }) => (seen === null ? "never" : `${seen} minutes ago`),
  },
  {
    id: "since",
    title: "Since",
    width: 100,
    sort: ({ seen }) => seen,
    text: () => "a while ago",
    file: ({ seen }) => `12:0${seen ?? 0}`,
  },
];

test("the file has the words of the cells, and no formula among them", () => {
  const rows = [
    { host: "pc-1", seen: null },
    { host: "=cmd()", seen: 3 },
  ];
  expect(gridCsv(columns, rows)).toBe(
    "Host,Last seen,Since\r\npc-1,never,12:00\r\n'=cmd(),3 minutes ago,12:03",
  );
});
