import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type Bytes, concat, hashOf, toHex, utf8 } from "./bytes";
import type { Clock } from "./clock";
import type { Join } from "./connection";
import { decodeFrame, encodeFrame, type Frame } from "./frame";
import { newKeys, sharedSecret, transcriptOf } from "./handshake";
import { pipeKeys } from "./keys";
import { Pipe, type PipeOptions } from "./pipe";
import { Opener, Sealer } from "./sealed";

/** Time that passes when it is told to. */
class TestClock implements Clock {
  #now = 1_000_000;
  #timers: { at: number; act: () => void }[] = [];
  now = () => this.#now;
  after(milliseconds: number, act: () => void) {
    const timer = { at: this.#now + milliseconds, act };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  }
  advance(milliseconds: number) {
    const end = this.#now + milliseconds;
    for (;;) {
      const [next] = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (!next) break;
      this.#timers = this.#timers.filter((one) => one !== next);
      this.#now = next.at;
      next.act();
    }
    this.#now = end;
  }
}

/** A socket to a relay, with the agent behind it. */
class Line {
  texts: string[] = [];
  frames: Frame[] = [];
  isClosed = false;
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  #hello: Bytes | null = null;
  #sealer: Sealer | null = null;
  #opener: Opener | null = null;
  #inbox = Promise.resolve();

  constructor(readonly join: Join) {
    queueMicrotask(() => this.onopen?.());
  }

  send(data: string | Bytes) {
    if (typeof data === "string") this.texts.push(data);
    else if (!this.#hello) this.#hello = data;
    else this.#inbox = this.#inbox.then(() => this.#open(data));
  }

  close() {
    this.isClosed = true;
  }

  /** What the relay says. */
  tell(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  cut(code = 1006) {
    this.onclose?.({ code });
  }

  /** The agent comes and answers; `identity` signs. */
  async answer(signer = identity) {
    await vi.waitFor(() => expect(this.texts).toHaveLength(1));
    this.tell({ type: "paired" });
    const { opened, keys: viewerKeys } = this.join;
    const keys = await newKeys();
    const transcript = await transcriptOf(opened, viewerKeys.publicKey, keys.publicKey);
    const text = concat(utf8("muster remote handshake 1: "), transcript);
    const signature = await crypto.subtle.sign("Ed25519", signer.privateKey, text);
    const shared = await sharedSecret(keys.privateKey, viewerKeys.publicKey);
    const { toAgent, toViewer } = await pipeKeys(shared, transcript);
    this.#sealer = new Sealer(toViewer);
    this.#opener = new Opener(toAgent);
    expect(toHex(this.#hello ?? utf8(""))).toBe(`0101${toHex(viewerKeys.publicKey)}`);
    this.#deliver(concat(Uint8Array.of(2, 1), keys.publicKey, new Uint8Array(signature)));
  }

  /** The agent is there, and the session starts. */
  async start(more: object = {}) {
    await this.answer();
    await this.heard("start");
    await this.say({ type: "started", resumed: false, driver: true, recording: false, ...more });
  }

  async transmit(frame: Frame) {
    const sealed = await this.#sealer?.seal(encodeFrame(frame));
    if (sealed) this.#deliver(sealed);
  }

  say(message: object, channel = 0) {
    return this.transmit({ channel, kind: "control", text: JSON.stringify(message) });
  }

  /** Waits for a control text of this type on channel 0. */
  heard(type: string) {
    return vi.waitFor(() => {
      const found = this.controls().find((message) => message.type === type);
      if (!found) throw new Error(`no ${type}`);
      return found;
    });
  }

  controls(channel = 0): Record<string, unknown>[] {
    return this.frames.flatMap((frame) =>
      frame.kind === "control" && frame.channel === channel ? JSON.parse(frame.text) : [],
    );
  }

  /** What came on a channel, as text. */
  shown(channel: number): string[] {
    return this.frames.flatMap((frame) => {
      if (frame.channel !== channel) return [];
      if (frame.kind === "data") return `data ${frame.offset} ${textOf(frame.bytes)}`;
      return frame.kind === "credit" ? `credit ${frame.received} ${frame.limit}` : [];
    });
  }

  async #open(message: Bytes) {
    if (this.#opener) this.frames.push(decodeFrame(await this.#opener.open(message)));
  }

  #deliver(bytes: Bytes) {
    this.onmessage?.({ data: bytes.buffer });
  }
}

const textOf = (bytes: Bytes) => new TextDecoder().decode(bytes);

let identity: CryptoKeyPair;
let agentKey: string;
let clock: TestClock;
let lines: Line[];
let joins: Join[];
/** What the server answers next instead of letting somebody in. */
let refusals: { isFinal: boolean }[];

beforeAll(async () => {
  identity = await crypto.subtle.generateKey({ name: "Ed25519" }, true, ["sign", "verify"]);
  agentKey = toHex(new Uint8Array(await crypto.subtle.exportKey("raw", identity.publicKey)));
});

beforeEach(() => {
  clock = new TestClock();
  lines = [];
  joins = [];
  refusals = [];
});

async function join(): Promise<Join> {
  const refusal = refusals.shift();
  if (refusal) throw refusal;
  const keys = await newKeys();
  const number = joins.length + 1;
  const opened = {
    session: "session",
    viewer: `viewer-${number}`,
    relay_url: "wss://relay.example/remote/v1/connect/",
    ticket: `ticket-${number}`,
    grant: JSON.stringify({ key: toHex(await hashOf(keys.publicKey)) }),
    agent_key: agentKey,
  };
  joins.push({ keys, opened });
  return { keys, opened };
}

function openPipe(more: Partial<PipeOptions> = {}): Pipe {
  return new Pipe({
    join,
    closingOf: (error) => ({
      code: "refused_by_server",
      reason: "The server said no.",
      isFinal: (error as { isFinal: boolean }).isFinal,
    }),
    dial: () => {
      const line = new Line(joins[joins.length - 1] as Join);
      lines.push(line);
      return line as unknown as WebSocket;
    },
    clock,
    chance: () => 1,
    ...more,
  });
}

/** The connection with this number, from 1 on. */
const line = (number: number) =>
  vi.waitFor(() => {
    const found = lines[number - 1];
    if (!found) throw new Error("nothing was dialled");
    return found;
  });

const phase = (pipe: Pipe, is: string) =>
  vi.waitFor(() => {
    const { phase } = pipe.status();
    expect(phase.is).toBe(is);
    return phase;
  });

test("a ticket opens the relay, the handshake the pipe, and the agent the session", async () => {
  const pipe = openPipe();
  expect(pipe.status().phase).toEqual({ is: "opening" });
  pipe.begin();
  const first = await line(1);
  await first.start({ shell: "/bin/bash", account: "root", title: "pc-1", recording: true });
  await phase(pipe, "open");
  expect(first.texts).toEqual(['{"ticket":"ticket-1"}']);
  expect(await first.heard("start")).toEqual({ type: "start", resume: false });
  expect(pipe.status()).toMatchObject({
    driver: true,
    recording: true,
    started: { shell: "/bin/bash", account: "root", title: "pc-1" },
  });
});

test("the person at the computer is asked, and a refusal ends it for good", async () => {
  const pipe = openPipe();
  pipe.begin();
  const first = await line(1);
  await first.answer();
  await first.heard("start");
  await first.say({ type: "consent", state: "waiting", seconds: 30 });
  expect(await phase(pipe, "consent")).toEqual({ is: "consent", until: clock.now() + 30_000 });
  await first.say({ type: "refused", code: "denied", reason: "Ann said no." });
  expect(await phase(pipe, "ended")).toEqual({
    is: "ended",
    code: "denied",
    reason: "Ann said no.",
  });
  expect(first.isClosed).toBe(true);
  clock.advance(3_600_000);
  expect(lines).toHaveLength(1);
});

test("streams go on by their offsets on the next connection", async () => {
  const pipe = openPipe();
  let output = "";
  const channel = pipe.channel(1, {
    window: 100,
    capacity: 100,
    onBytes: (bytes) => {
      output += textOf(bytes);
      channel.used(bytes.length);
    },
  });
  pipe.begin();
  const first = await line(1);
  await first.start();
  await first.transmit({ channel: 1, kind: "credit", received: 0, limit: 64 });
  await first.transmit({ channel: 1, kind: "data", offset: 0, bytes: utf8("abc") });
  await vi.waitFor(() => expect(output).toBe("abc"));
  channel.write(utf8("ls\r"));
  await vi.waitFor(() => expect(first.shown(1)).toEqual(["credit 0 100", "data 0 ls\r"]));

  first.cut();
  expect(pipe.status().phase).toMatchObject({ is: "broken" });
  clock.advance(60_000);
  const second = await line(2);
  await second.start({ resumed: true });
  await phase(pipe, "open");
  const resumed = { type: "start", resume: true, of: "viewer-1" };
  expect(await second.heard("start")).toEqual(resumed);
  // One byte of what was typed had arrived; what was printed before comes once more.
  await second.transmit({ channel: 1, kind: "credit", received: 1, limit: 64 });
  await second.transmit({ channel: 1, kind: "data", offset: 1, bytes: utf8("bcdef") });
  await vi.waitFor(() => expect(output).toBe("abcdef"));
  await vi.waitFor(() => expect(second.shown(1)).toEqual(["credit 3 103", "data 1 s\r"]));
  expect(joins.map(({ opened }) => opened.viewer)).toEqual(["viewer-1", "viewer-2"]);
});

test("an agent that knows this viewer no more gets nothing that was typed before", async () => {
  const pipe = openPipe();
  const channel = pipe.channel(1, { window: 100, capacity: 100 });
  pipe.begin();
  const first = await line(1);
  await first.start();
  await first.transmit({ channel: 1, kind: "credit", received: 0, limit: 64 });
  await phase(pipe, "open");
  channel.write(utf8("rm -r x\r"));
  await vi.waitFor(() => expect(first.shown(1)).toContain("data 0 rm -r x\r"));
  first.cut();
  channel.write(utf8("y\r"));
  pipe.reconnectNow();
  const second = await line(2);
  await second.start({ resumed: false });
  expect(await second.heard("start")).toMatchObject({ resume: true, of: "viewer-1" });
  await second.transmit({ channel: 1, kind: "credit", received: 0, limit: 64 });
  await second.say({ type: "notice", code: "x", text: "ready" });
  await vi.waitFor(() => expect(pipe.status().notice).toBe("ready"));
  channel.write(utf8("ls\r"));
  await vi.waitFor(() => expect(second.shown(1)).toContain("data 0 ls\r"));
  expect(second.shown(1).filter((one) => one.startsWith("data"))).toEqual(["data 0 ls\r"]);
});

test("after a reload the seat of the viewer before is taken over, and nothing is resumed", async () => {
  const started: string[] = [];
  const onStarted = (viewer: string) => started.push(viewer);
  const pipe = openPipe({ former: "viewer-0", onStarted });
  pipe.begin();
  const first = await line(1);
  await first.start();
  await phase(pipe, "open");
  const asked = { type: "start", resume: false, of: "viewer-0" };
  expect(await first.heard("start")).toEqual(asked);
  first.cut();
  pipe.reconnectNow();
  const second = await line(2);
  await second.start({ resumed: true });
  await phase(pipe, "open");
  // From now on it is somebody whom the agent knows.
  const resumed = { type: "start", resume: true, of: "viewer-1" };
  expect(await second.heard("start")).toEqual(resumed);
  expect(started).toEqual(["viewer-1", "viewer-2"]);
});

test("a gap in a stream breaks the connection, and another one mends it", async () => {
  const pipe = openPipe();
  pipe.channel(1, { window: 100, capacity: 10 });
  pipe.begin();
  const first = await line(1);
  await first.start();
  await first.transmit({ channel: 1, kind: "data", offset: 7, bytes: utf8("x") });
  expect(await phase(pipe, "broken")).toMatchObject({ reason: expect.stringContaining("missing") });
  expect(first.isClosed).toBe(true);
  pipe.reconnectNow();
  await (await line(2)).start();
  await phase(pipe, "open");
});

test("pauses grow, can be cut short, and begin anew after a success", async () => {
  const pipe = openPipe();
  pipe.begin();
  await (await line(1)).start();
  await phase(pipe, "open");
  refusals = [{ isFinal: false }, { isFinal: false }];
  lines[0]?.cut();
  const pauses: number[] = [];
  for (const _ of refusals.slice()) {
    const broken = await phase(pipe, "broken");
    if (broken.is === "broken" && broken.until) pauses.push(broken.until - clock.now());
    pipe.reconnectNow();
    expect(pipe.status().phase).toMatchObject({ is: "broken", until: null });
    await vi.waitFor(() => expect(pipe.status().phase).not.toMatchObject({ until: null }));
  }
  expect(pauses).toEqual([500, 1_000]);
  pipe.reconnectNow();
  await (await line(2)).start();
  await phase(pipe, "open");
  lines[1]?.cut();
  expect(pipe.status().phase).toMatchObject({ until: clock.now() + 500 });
});

test("a refusal of the server is final when it says so", async () => {
  const pipe = openPipe();
  pipe.begin();
  await (await line(1)).start();
  await phase(pipe, "open");
  refusals = [{ isFinal: true }];
  lines[0]?.cut();
  pipe.reconnectNow();
  expect(await phase(pipe, "ended")).toEqual({
    is: "ended",
    code: "refused_by_server",
    reason: "The server said no.",
  });
});

test("what the relay says about the end is shown, and the lost right is final", async () => {
  const pipe = openPipe();
  pipe.begin();
  const first = await line(1);
  await first.start();
  await phase(pipe, "open");
  first.tell({ type: "closed", code: "forbidden", reason: "The right was taken away." });
  first.cut(4403);
  expect(pipe.status().phase).toEqual({
    is: "ended",
    code: "forbidden",
    reason: "The right was taken away.",
  });
});

test("a session that never begins is given up after three tries", async () => {
  const pipe = openPipe();
  pipe.begin();
  for (const number of [1, 2, 3]) {
    const one = await line(number);
    one.tell({ type: "closed", code: "agent_absent", reason: "The agent did not come." });
    one.cut(4408);
    if (number < 3) expect(pipe.status().phase).toMatchObject({ is: "broken" });
    pipe.reconnectNow();
  }
  expect(pipe.status().phase).toMatchObject({ is: "ended", code: "agent_absent" });
});

test("after ten minutes without a connection nobody waits any more", async () => {
  const pipe = openPipe();
  pipe.begin();
  await (await line(1)).start();
  await phase(pipe, "open");
  refusals = Array.from({ length: 1_000 }, () => ({ isFinal: false }));
  lines[0]?.cut();
  for (let round = 0; round < 100 && pipe.status().phase.is !== "ended"; round += 1) {
    clock.advance(30_000);
    await vi.waitFor(() => expect(pipe.status().phase).not.toMatchObject({ until: null }));
  }
  expect(pipe.status().phase).toMatchObject({ is: "ended", code: "refused_by_server" });
});

test("somebody who is not the agent learns nothing, and nobody tries again", async () => {
  const stranger = await crypto.subtle.generateKey({ name: "Ed25519" }, true, ["sign", "verify"]);
  const pipe = openPipe();
  pipe.begin();
  const first = await line(1);
  await first.answer(stranger);
  expect(await phase(pipe, "ended")).toMatchObject({ code: "bad_signature" });
  expect(first.frames).toEqual([]);
  expect(first.isClosed).toBe(true);
});

test("a dead network is noticed although no socket closes", async () => {
  const pipe = openPipe();
  pipe.begin();
  const first = await line(1);
  await first.start();
  await phase(pipe, "open");
  clock.advance(15_000);
  expect(await first.heard("ping")).toEqual({ type: "ping", n: 1 });
  await first.say({ type: "pong", n: 1 });
  clock.advance(45_000);
  expect(pipe.status().phase).toMatchObject({ is: "broken" });
  expect(first.isClosed).toBe(true);
});

test("a relay that never answers is left", async () => {
  const pipe = openPipe();
  pipe.begin();
  await line(1);
  clock.advance(45_000);
  expect(pipe.status().phase).toMatchObject({ is: "broken" });
});

test("who types and who watches is known, and can be changed", async () => {
  const pipe = openPipe();
  pipe.begin();
  const first = await line(1);
  await first.start({ driver: false });
  const viewers = [
    { id: "1", name: "Ann", driver: true, you: false },
    { id: "2", name: "Ben", driver: false, you: true },
  ];
  await first.say({ type: "viewers", viewers });
  await vi.waitFor(() => expect(pipe.status().viewers).toEqual(viewers));
  expect(pipe.status().driver).toBe(false);
  pipe.takeOver();
  await first.heard("take_over");
  const taken = viewers.map((viewer) => ({ ...viewer, driver: viewer.you }));
  await first.say({ type: "viewers", viewers: taken });
  await vi.waitFor(() => expect(pipe.status().driver).toBe(true));
});

test("a channel that is opened later has its stream at once", async () => {
  const pipe = openPipe();
  pipe.begin();
  const first = await line(1);
  await first.start();
  await phase(pipe, "open");
  pipe.channel(1_000, { window: 5, capacity: 5 });
  await vi.waitFor(() => expect(first.shown(1_000)).toEqual(["credit 0 5"]));
  pipe.release(1_000);
  await first.transmit({ channel: 1_000, kind: "data", offset: 3, bytes: utf8("late") });
  await first.say({ type: "notice", code: "x", text: "still here" });
  await vi.waitFor(() => expect(pipe.status().notice).toBe("still here"));
});

test("what only a newer agent says changes nothing", async () => {
  const pipe = openPipe();
  pipe.begin();
  const first = await line(1);
  await first.start();
  await phase(pipe, "open");
  const before = pipe.status();
  await first.say({ type: "weather", sun: true });
  await first.say({ type: "anything" }, 77);
  await first.transmit({ channel: 0, kind: "packet", bytes: utf8("x") });
  await first.say({ type: "pong", n: 1 });
  expect(pipe.status()).toBe(before);
});

test("who leaves is gone for good", async () => {
  const pipe = openPipe();
  pipe.begin();
  const first = await line(1);
  await first.start();
  await phase(pipe, "open");
  pipe.leave();
  expect(first.isClosed).toBe(true);
  first.cut();
  clock.advance(3_600_000);
  expect(pipe.status().phase).toMatchObject({ is: "ended", code: "left" });
  expect(lines).toHaveLength(1);
});
