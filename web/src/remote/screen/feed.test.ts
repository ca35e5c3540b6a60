import { beforeEach, expect, test } from "vitest";
import { type Bytes, utf8 } from "../pipe/bytes";
import { Channel, type ChannelOptions } from "../pipe/channel";
import type { Frame } from "../pipe/frame";
import { FIRST_STATUS, type PipeStatus } from "../pipe/status";
import type { Outcome } from "./decoder";
import { type Drawing, type DrawingEvents, ScreenFeed } from "./feed";
import type { Layout } from "./geometry";
import { MOST_PENDING, PATIENCE } from "./pending";
import { TestClock } from "./testClock";

let status: PipeStatus;
let watchers: (() => void)[];
let channels: Map<number, Channel>;
let sent: Frame[];
let left: string[];
let clock: TestClock;
let feed: ScreenFeed;
let did: string[];
let events: DrawingEvents;

const change = (changes: Partial<PipeStatus>) => {
  status = { ...status, ...changes };
  for (const watcher of watchers) watcher();
};

const source = {
  status: () => status,
  watch(watcher: () => void) {
    watchers.push(watcher);
    return () => {};
  },
  channel(number: number, options: ChannelOptions) {
    const channel = new Channel(number, options, (frame) => sent.push(frame));
    channel.connected(false);
    channels.set(number, channel);
    return channel;
  },
  leave(code: string, reason: string) {
    left.push(code);
    change({ phase: { is: "ended", code, reason } });
  },
};

beforeEach(() => {
  status = { ...FIRST_STATUS, phase: { is: "open" }, driver: true };
  watchers = [];
  channels = new Map();
  sent = [];
  left = [];
  did = [];
  clock = new TestClock();
  feed = new ScreenFeed(source, clock);
  change({});
});

const draw = () =>
  feed.drawOn((handlers): Drawing => {
    events = handlers;
    return {
      take: (packet) => did.push(`take ${packet.length}`),
      reset: () => did.push("reset"),
      end: () => did.push("end"),
    };
  });
const receive = (bytes: Bytes) => channels.get(1)?.receive({ channel: 1, kind: "packet", bytes });
const tell = (message: object) =>
  channels.get(2)?.receive({ channel: 2, kind: "control", text: JSON.stringify(message) });
const messages = () =>
  sent.flatMap((frame) => (frame.kind === "control" ? [JSON.parse(frame.text) as object] : []));
const outcome = (changes: Partial<Outcome>) => events.onOutcome({ bytes: 3, ...changes });
const monitor = { x: 0, y: 0, width: 10, height: 10, primary: false, name: "" };
const layout: Layout = {
  ...{ width: 20, height: 10 },
  monitors: [
    { ...monitor, index: 0 },
    { ...monitor, index: 1, x: 10 },
  ],
};

test("what comes before there is a drawing is drawn in its order", () => {
  receive(utf8("abc"));
  receive(utf8("de"));
  draw();
  receive(utf8("f"));
  expect(did).toEqual(["take 3", "take 2", "take 1"]);
});

test("an update is acknowledged when it is drawn, and not before", () => {
  draw();
  receive(utf8("abc"));
  expect(messages()).toEqual([]);
  outcome({});
  expect(messages()).toEqual([]);
  outcome({ drawn: 7, isFrame: true });
  expect(messages()).toEqual([{ type: "ack", frame: 7 }]);
  expect(feed.statistics.read(clock.now()).frames).toBe(1);
});

test("a picture that nobody sees comes slowly", () => {
  draw();
  feed.setShown(false);
  outcome({ drawn: 7 });
  expect(messages()).toEqual([]);
  clock.advance(1_000);
  expect(messages()).toEqual([{ type: "ack", frame: 7 }]);
});

test("only who drives uses mouse and keyboard", () => {
  feed.send([{ type: "text", text: "a" }]);
  change({ driver: false });
  feed.send([{ type: "text", text: "b" }]);
  change({ driver: true, phase: { is: "broken", reason: "", until: null } });
  feed.send([{ type: "text", text: "c" }]);
  expect(messages()).toEqual([{ type: "text", text: "a" }]);
});

test("after a break the drawing begins again, and knows nothing of half of a picture", () => {
  draw();
  receive(utf8("abc"));
  change({ phase: { is: "broken", reason: "", until: null } });
  change({ phase: { is: "open" } });
  expect(did).toEqual(["take 3", "reset"]);
});

test("after a break nothing is drawn that was waiting for a drawing", () => {
  receive(utf8("old"));
  change({ phase: { is: "broken", reason: "", until: null } });
  change({ phase: { is: "open" } });
  receive(utf8("newer"));
  draw();
  expect(did).toEqual(["take 5"]);
});

test("the chosen monitor is asked for again, as long as there is one", () => {
  draw();
  outcome({ layout });
  feed.showMonitor(1);
  outcome({ layout });
  const asked = { type: "monitor", index: 1 };
  expect(messages()).toEqual([asked, asked]);
  outcome({ layout: { ...layout, monitors: layout.monitors.slice(0, 1) } });
  expect(feed.status.get().monitor).toBeNull();
  feed.showMonitor(null);
  expect(messages().at(-1)).toEqual({ type: "monitor", index: null });
});

test("the pointer keeps its shape until there is another one", () => {
  draw();
  const shape = { hotX: 0, hotY: 0, width: 1, height: 1, rgba: new Uint8Array(4) };
  outcome({ cursor: { x: 1, y: 2, isVisible: true, shape } });
  outcome({ cursor: { x: 3, y: 4, isVisible: false } });
  expect(feed.pointer.get()).toEqual({ x: 3, y: 4, isVisible: false, shape });
});

test("the delay is measured with the pointer", () => {
  draw();
  feed.send([{ type: "pointer", x: 5, y: 6 }]);
  clock.advance(40);
  outcome({ cursor: { x: 5, y: 6, isVisible: true } });
  expect(feed.statistics.read(clock.now()).delay).toBe(40);
});

test("a fault asks for everything again, and the third one within a minute ends the session", () => {
  draw();
  outcome({ drawn: 1, fault: "malformed" });
  expect(messages()).toEqual([{ type: "refresh" }, { type: "ack", frame: 1 }]);
  clock.advance(60_000);
  outcome({ fault: "malformed" });
  outcome({ fault: "malformed" });
  expect(left).toEqual([]);
  outcome({ fault: "malformed" });
  expect(left).toEqual(["unreadable"]);
  expect(did).toEqual(["end"]);
});

test.each(["version", "too_large"] as const)(
  "a fault that stays (%s) ends the session",
  (fault) => {
    draw();
    outcome({ fault });
    expect(left).toEqual(["unreadable"]);
  },
);

test("an agent that does not wait for acknowledgements is cut off", () => {
  draw();
  const packet = new Uint8Array(1024 * 1024);
  for (let bytes = 0; bytes < MOST_PENDING; bytes += packet.length) receive(packet);
  expect(left).toEqual([]);
  receive(utf8("one more"));
  expect(left).toEqual(["unreadable"]);
});

test("a worker that does not answer ends the session, and one that is slow does not", () => {
  receive(utf8("abc"));
  // The page that draws is still being loaded.
  clock.advance(10 * PATIENCE);
  draw();
  clock.advance(2 * PATIENCE - 1);
  outcome({});
  clock.advance(10 * PATIENCE);
  expect(left).toEqual([]);
  receive(utf8("abc"));
  clock.advance(2 * PATIENCE);
  expect(left).toEqual(["stuck"]);
});

test("a session that is over before it is seen is not drawn any more", () => {
  source.leave("denied", "");
  draw();
  expect(did).toEqual(["end"]);
});

test("a worker that cannot be started ends the session with a reason", () => {
  draw();
  events.onFailed();
  expect(left).toEqual(["no_decoder"]);
});

test("the clipboard of the computer is put together, and is known to be shared", () => {
  tell({ type: "clipboard", text: "half ", more: true });
  expect(feed.status.get().remoteText).toBeNull();
  tell({ type: "clipboard", text: "whole", more: false });
  expect(feed.status.get().remoteText).toBe("half whole");
  expect(feed.hasClipboard("half whole")).toBe(true);
  expect(feed.hasClipboard("other")).toBe(false);
});

test("a text goes into the clipboard of the computer", () => {
  expect(feed.sendClipboard("text")).toBe(true);
  expect(messages()).toEqual([{ type: "clipboard", text: "text", more: false }]);
  expect(feed.hasClipboard("text")).toBe(true);
  expect(feed.sendClipboard("x".repeat(2 ** 21))).toBe(false);
  expect(feed.type("x".repeat(2 ** 20))).toBe(false);
});

test("what the agent refuses is said once in a while, and nonsense is ignored", () => {
  const reasons: string[] = [];
  feed.onRefused = (reason) => reasons.push(reason);
  const refusal = { type: "refused", code: "clipboard_off", reason: "the policy keeps them apart" };
  tell(refusal);
  tell(refusal);
  tell({ ...refusal, code: "view_only", reason: "you may only look" });
  clock.advance(5_000);
  tell(refusal);
  for (const nonsense of [[], { type: 7 }, { type: "refused" }, { type: "clipboard", text: 1 }]) {
    tell(nonsense);
  }
  expect(reasons).toEqual([
    "The policy keeps them apart.",
    "You may only look.",
    "The policy keeps them apart.",
  ]);
});
