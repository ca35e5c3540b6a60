import { beforeEach, expect, test } from "vitest";
import { type Bytes, utf8 } from "../pipe/bytes";
import { Channel, type ChannelOptions } from "../pipe/channel";
import type { Frame } from "../pipe/frame";
import { FIRST_STATUS, type PipeStatus } from "../pipe/status";
import { type Screen, TerminalFeed } from "./feed";

const textOf = (output: Bytes | string) =>
  typeof output === "string" ? output : new TextDecoder().decode(output);

/** A screen that records what it is asked, and draws when it is told to. */
class TestScreen implements Screen {
  did: string[] = [];
  pending: (() => void)[] = [];
  write(output: Bytes | string, done: () => void) {
    this.did.push(textOf(output));
    this.pending.push(done);
  }
  clear() {
    this.did.push("clear");
  }
  resize(rows: number, cols: number) {
    this.did.push(`${rows}x${cols}`);
  }
  draw() {
    for (const done of this.pending.splice(0)) done();
  }
}

let status: PipeStatus;
let sent: Frame[];
let channel: Channel;
let resizes: (() => void)[];
let screen: TestScreen;

const source = {
  status: () => status,
  channel(number: number, options: ChannelOptions) {
    channel = new Channel(number, options, (frame) => sent.push(frame));
    return channel;
  },
};

const clock = {
  now: () => 0,
  after(_: number, act: () => void) {
    resizes.push(act);
    return () => {
      resizes = resizes.filter((one) => one !== act);
    };
  },
};

beforeEach(() => {
  status = { ...FIRST_STATUS, phase: { is: "open" }, driver: true };
  sent = [];
  resizes = [];
  screen = new TestScreen();
});

const tell = (message: object) =>
  channel.receive({ channel: 1, kind: "control", text: JSON.stringify(message) });
const print = (offset: number, text: string) =>
  channel.receive({ channel: 1, kind: "data", offset, bytes: utf8(text) });
const snapshot = (offset: number, text: string) =>
  tell({ type: "snapshot", offset, rows: 24, cols: 80, text });
const credits = () => sent.filter(({ kind }) => kind === "credit");
const K = 1024;

/** A feed whose agent takes what is typed. */
function openFeed(): TerminalFeed {
  const feed = new TerminalFeed(source, clock);
  channel.connected(false);
  channel.receive({ channel: 1, kind: "credit", received: 0, limit: 64 * K });
  return feed;
}

test("a terminal begins with a snapshot, and goes on at its offset", () => {
  const feed = openFeed();
  feed.drawOn(screen);
  expect(credits()).toEqual([]);
  snapshot(5_000, "prompt$ ");
  expect(screen.did).toEqual(["clear", "24x80", "prompt$ "]);
  expect(credits()).toEqual([
    { channel: 1, kind: "credit", received: 5_000, limit: 5_000 + 256 * K },
  ]);
  print(5_000, "ls");
  expect(screen.did.at(-1)).toBe("ls");
  expect(feed.status().size).toEqual({ rows: 24, cols: 80 });
});

test("what comes before there is a screen is drawn when there is one", () => {
  const feed = openFeed();
  snapshot(0, "one ");
  print(0, "two ");
  feed.drawOn(screen);
  print(4, "three");
  expect(screen.did).toEqual(["clear", "24x80", "one ", "two ", "three"]);
});

test("more is asked for when it is drawn, and not before", () => {
  const feed = openFeed();
  feed.drawOn(screen);
  snapshot(0, "");
  print(0, "x".repeat(128 * K));
  expect(credits()).toHaveLength(1);
  screen.draw();
  expect(credits().at(-1)).toMatchObject({ received: 128 * K, limit: 384 * K });
});

test("what was drawn before a snapshot does not count for what comes after it", () => {
  const feed = openFeed();
  feed.drawOn(screen);
  snapshot(0, "");
  print(0, "x".repeat(200 * K));
  snapshot(3_000_000, "later");
  expect(screen.did.slice(-3)).toEqual(["clear", "24x80", "later"]);
  const before = credits().length;
  screen.draw();
  expect(credits()).toHaveLength(before);
});

test("after a break the stream goes on without a snapshot", () => {
  const feed = openFeed();
  feed.drawOn(screen);
  snapshot(0, "");
  print(0, "abc");
  channel.disconnected();
  channel.connected(true);
  expect(credits().at(-1)).toMatchObject({ received: 3 });
  print(1, "bcd");
  expect(screen.did.at(-1)).toBe("d");
});

test("only the one who types is heard, and only while there is a connection", () => {
  const feed = openFeed();
  const typed = () => sent.flatMap((frame) => (frame.kind === "data" ? textOf(frame.bytes) : []));
  expect(feed.type("ls\r")).toBe(true);
  status = { ...status, driver: false };
  expect(feed.type("rm -r /\r")).toBe(true);
  status = { ...status, driver: true, phase: { is: "broken", reason: "", until: null } };
  expect(feed.type("reboot\r")).toBe(true);
  expect(typed()).toEqual(["ls\r"]);
});

test("whether somebody typed is known, and too much at once is refused as a whole", () => {
  const feed = openFeed();
  expect(feed.status().hasTyped).toBe(false);
  expect(feed.type("x".repeat(64 * K + 1))).toBe(false);
  expect(feed.status().hasTyped).toBe(false);
  expect(feed.type(Uint8Array.of(0x1b, 0xff))).toBe(true);
  expect(feed.status().hasTyped).toBe(true);
});

test("the size is sent once the window has settled, and only if it is another", () => {
  const feed = openFeed();
  feed.drawOn(screen);
  snapshot(0, "");
  const asked = () => sent.flatMap((frame) => (frame.kind === "control" ? frame.text : []));
  feed.fit(30, 90);
  feed.fit(40, 100);
  expect(resizes).toHaveLength(1);
  resizes[0]?.();
  expect(asked()).toEqual(['{"type":"resize","rows":40,"cols":100}']);
  expect(screen.did.at(-1)).toBe("40x100");
  feed.fit(40, 100);
  resizes.at(-1)?.();
  status = { ...status, driver: false };
  feed.fit(50, 120);
  resizes.at(-1)?.();
  expect(asked()).toHaveLength(1);
});

test("who watches follows the size of who types, and the end of the shell is known", () => {
  const feed = openFeed();
  feed.drawOn(screen);
  let changes = 0;
  feed.watch(() => {
    changes += 1;
  });
  tell({ type: "size", rows: 50, cols: 132 });
  expect(screen.did).toEqual(["50x132"]);
  tell({ type: "exit", code: 3 });
  expect(feed.status()).toMatchObject({ size: { rows: 50, cols: 132 }, exit: { code: 3 } });
  expect(changes).toBe(2);
  tell({ type: "weather" });
  expect(changes).toBe(2);
});
