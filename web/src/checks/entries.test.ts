import { expect, test } from "vitest";
import { entriesOf } from "./entries";

test("entries have a time, however it is written", () => {
  const log = [
    { time: 1_700_000_000_000_000, source: "sshd", message: "refused" },
    { time: "2023-11-14T22:13:20Z", source: "sshd", message: "refused" },
    { message: 7 },
  ];
  expect(entriesOf({ log })).toEqual([
    { key: "0", time: 1_700_000_000_000, source: "sshd", message: "refused" },
    { key: "1", time: 1_700_000_000_000, source: "sshd", message: "refused" },
    { key: "2", time: null, source: "", message: "" },
  ]);
});

test("details without a log have no entries", () => {
  expect([{}, null, "log", { log: "none" }, { log: [null] }].map(entriesOf)).toEqual([
    ...[[], [], [], [], []],
  ]);
});
