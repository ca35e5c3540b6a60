import { expect, test } from "vitest";
import { utf8 } from "../remote/pipe/bytes";
import { readEvent, readExit, readMarker, readSize } from "./details";
import type { RecordedItem } from "./records";

const json = (value: unknown) => utf8(JSON.stringify(value));

const item = (type: RecordedItem["type"], value: unknown): RecordedItem => ({
  ms: 1500,
  type,
  payload: json(value),
});

test("the size of a terminal is read, and one that no session may have is not", () => {
  expect(readSize(json({ kind: "terminal", cols: 80, rows: 24 }))).toEqual({ cols: 80, rows: 24 });
  const wrong = [{}, { cols: 0, rows: 24 }, { cols: 80, rows: 1e9 }, { cols: "80", rows: 24 }];
  expect([...wrong, null, [1], 1.5].map((value) => readSize(json(value)))).toEqual(
    Array.from({ length: 7 }, () => null),
  );
  expect(readSize(utf8("{"))).toBeNull();
  expect(readSize(Uint8Array.from([0xff, 0xfe]))).toBeNull();
});

test("a shell ends with a code or without one", () => {
  expect([readExit(json({ code: 3 })), readExit(json({ code: null }))]).toEqual([3, null]);
});

test("a marker says who came or left", () => {
  const joined = { ms: 1500, event: "joined", user: "ann", reason: "" };
  expect(readMarker(item("marker", { event: "joined", user: "ann" }))).toEqual(joined);
  expect(readMarker(item("marker", { event: "joined", name: "ann" }))).toEqual(joined);
});

test("a marker of what nobody did has no name, but may have a reason", () => {
  const ended = readMarker(
    item("marker", { event: "ended", code: "idle", reason: "It was idle." }),
  );
  expect(ended).toEqual({ ms: 1500, event: "ended", user: "", reason: "It was idle." });
});

test("an event has what is known of a file", () => {
  const event = readEvent(
    item("event", {
      ...{ event: "download", path: "/etc/hosts", bytes: 120, sha256: "ab", ok: true },
      ...{ user: "ann" },
    }),
  );
  expect(event).toEqual({
    ...{ ms: 1500, event: "download", user: "ann", target: "/etc/hosts", to: "" },
    ...{ bytes: 120, sha256: "ab", isDone: true, reason: "" },
  });
});

test("an event of a tunnel has its address, and one that failed its reason", () => {
  const event = readEvent(
    item("event", { event: "connect", address: "10.0.0.5:22", ok: false, problem: "refused" }),
  );
  expect([event.target, event.isDone, event.reason, event.bytes]).toEqual([
    ...["10.0.0.5:22", false, "refused", null],
  ]);
});

test("a connection that ended has its reason", () => {
  const event = readEvent(item("event", { event: "close", ok: true, reason: "It was closed." }));
  expect([event.isDone, event.reason]).toEqual([true, "It was closed."]);
});
