/** The events of a recording as a table. */
import { Text } from "@mantine/core";
import { formatBytes, formatMoment } from "../texts/format";
import { sentence } from "../texts/texts";
import type { Column } from "../ui/column";
import { DataTable } from "../ui/DataTable";
import { type Fact, Facts } from "../ui/Facts";
import { Status } from "../ui/Status";
import { Empty } from "../ui/states";
import { clockTime } from "./clock";
import type { SessionEvent } from "./details";
import { recordings as words } from "./messages";

interface EventTableProps {
  rows: SessionEvent[];
  /** When the recording began, in milliseconds since 1970. */
  began: number;
}

/** Several things may be done at the same moment. */
type Row = SessionEvent & { number: number };

export function EventTable({ rows, began }: EventTableProps) {
  const all = rows.map((row, number) => ({ ...row, number }));
  return (
    <DataTable
      label={words.eventsTitle}
      columns={columnsFrom(began)}
      rows={all}
      id={({ number }) => number}
      detail={(row) => <Facts facts={factsOf(row, began)} />}
      detailLabel={({ event, target }) => `${didOf(event)}: ${target}`}
      empty={<Empty title={words.eventsNone} hint={words.eventsNoneHint} />}
    />
  );
}

const didOf = (event: string) => words.did[event] ?? event;

const columnsFrom = (began: number): Column<Row>[] => [
  {
    id: "time",
    title: words.event.time,
    width: 90,
    cell: ({ ms }) => (
      <span className="numbers" title={formatMoment(began + ms)}>
        {clockTime(ms)}
      </span>
    ),
    sort: ({ ms, number }) => ms + number / 1e6,
  },
  {
    id: "what",
    title: words.event.what,
    width: 150,
    cell: ({ event }) => didOf(event),
    sort: ({ event }) => didOf(event),
  },
  {
    id: "target",
    title: words.event.target,
    cell: ({ target, to }) => (
      <Text inherit style={{ overflowWrap: "anywhere" }}>
        {target} {to && words.to(to)}
      </Text>
    ),
    sort: ({ target }) => target,
  },
  {
    id: "bytes",
    title: words.event.bytes,
    width: 100,
    align: "right",
    wide: true,
    cell: ({ bytes }) => bytes !== null && formatBytes(bytes),
    sort: ({ bytes }) => bytes,
  },
  { id: "user", title: words.event.user, width: 130, wide: true, cell: ({ user }) => user },
  {
    id: "result",
    title: words.event.result,
    width: 120,
    cell: ({ isDone }) => (
      <Status tone={isDone ? "good" : "bad"} label={isDone ? words.done : words.failed} />
    ),
    sort: ({ isDone }) => isDone,
  },
];

const factsOf = ({ ms, bytes, sha256, reason, user }: Row, began: number): Fact[] => [
  [words.event.time, formatMoment(began + ms)],
  [words.event.user, user],
  [words.event.bytes, bytes === null ? null : formatBytes(bytes)],
  [words.hash, sha256],
  [words.reason, sentence(reason)],
];
