import { beforeEach, expect, test } from "vitest";
import { concat } from "../pipe/bytes";
import { TunnelSocket } from "./socket";
import { type AgentEnd, noise, TestPipe } from "./testTunnel";

const K = 1024;
const WINDOW = 1024 * K;
/** As the interface of the browser numbers them. */
const [CONNECTING, OPEN, CLOSED] = [0, 1, 3];

let pipe: TestPipe;
let tasks: (() => void)[];
let socket: TunnelSocket;
let agent: AgentEnd;
let did: string[];
let received: Uint8Array[];

const clock = {
  now: () => 0,
  after(_: number, act: () => void) {
    tasks.push(act);
    return () => {
      tasks = tasks.filter((one) => one !== act);
    };
  },
};

/** The page has time for what has come. */
function turn() {
  for (const act of tasks.splice(0)) act();
}

const all = () => concat(...received);
/** The browser reports the end after everything that it was doing. */
const soon = () => Promise.resolve();

beforeEach(() => {
  pipe = new TestPipe();
  pipe.begin();
  [tasks, did, received] = [[], [], []];
  socket = new TunnelSocket(pipe, 7, clock);
  agent = pipe.end(7);
  socket.onopen = () => did.push("open");
  socket.onmessage = ({ data }) => {
    expect(data).toBeInstanceOf(ArrayBuffer);
    received.push(new Uint8Array(data));
  };
  socket.onclose = () => did.push("close");
});

test("it has everything that noVNC asks of a WebSocket", () => {
  const known = [...Object.keys(socket), ...Object.getOwnPropertyNames(TunnelSocket.prototype)];
  const asked = "send close binaryType onerror onmessage onopen protocol readyState".split(" ");
  expect(asked.filter((name) => !known.includes(name))).toEqual([]);
  expect(socket.readyState).toBe(CONNECTING);
  agent.open();
  expect([did, socket.readyState]).toEqual([["open"], OPEN]);
  socket.close();
  expect(socket.readyState).toBe(CLOSED);
});

test("megabytes arrive unchanged in both directions, in pieces of every size", () => {
  agent.open();
  const sent = noise(3 * WINDOW + 17);
  for (let at = 0, step = 1; at < sent.length; at += step, step = (step * 7 + 1) % 90_001) {
    agent.write(sent.subarray(at, at + step));
    if (step % 5 === 0) turn();
  }
  while (tasks.length > 0) turn();
  expect(Buffer.compare(all(), sent)).toBe(0);

  const typed = noise(WINDOW, 9);
  for (let at = 0; at < typed.length; at += 10 * K) socket.send(typed.subarray(at, at + 10 * K));
  expect(Buffer.compare(concat(...agent.received), typed)).toBe(0);
  expect(socket.readyState).toBe(OPEN);
});

test("what is sent stays what it was when its buffer is filled again", () => {
  agent.open();
  agent.isTaking = false;
  const buffer = noise(K);
  for (let round = 0; round < 300; round++) {
    buffer.fill(round);
    socket.send(new Uint8Array(buffer.buffer, 0, K));
  }
  // Beyond the agent's window, the rest waits here.
  expect(concat(...agent.received)).toHaveLength(256 * K);
  expect(agent.received.map(([first]) => first)).toEqual(
    Array.from({ length: 256 }, (_, round) => round & 0xff),
  );
});

test("a page that is busy makes the server wait", () => {
  agent.open();
  let arrived = 0;
  const take = socket.onmessage;
  socket.onmessage = (event) => {
    arrived += event.data.byteLength;
    take?.(event);
  };
  agent.write(noise(5 * WINDOW));
  // One window is on its way, and nothing more until the page takes it.
  expect([arrived, tasks]).toEqual([0, [expect.any(Function)]]);
  turn();
  expect(arrived).toBe(WINDOW);
  turn();
  expect(arrived).toBe(2 * WINDOW);
  while (tasks.length > 0) turn();
  expect(Buffer.compare(all(), noise(5 * WINDOW))).toBe(0);
});

test("a port that is closed ends it before it was open, with the agent's reason", async () => {
  agent.say({ type: "closed", reason: "Nothing listens on port 5900 of 127.0.0.1." });
  await soon();
  expect(did).toEqual(["close"]);
  expect(socket.reason).toBe("Nothing listens on port 5900 of 127.0.0.1.");
});

test.each(["end", "closed"])("what came before the agent said %s is taken first", async (type) => {
  agent.open();
  agent.write(noise(100));
  agent.say({ type, reason: "Both sides have ended it." });
  expect(socket.readyState).toBe(OPEN);
  turn();
  await soon();
  expect([all().length, did]).toEqual([100, ["open", "close"]]);
  expect(agent.heard).toEqual(["open", "close"]);
});

test("closed, it tells the agent, and nothing passes it any more", async () => {
  agent.open();
  agent.write(noise(100));
  socket.close();
  // Never within the call: noVNC is not prepared for that.
  expect(did).toEqual(["open"]);
  await soon();
  socket.send(noise(1));
  socket.close();
  agent.write(noise(100));
  turn();
  await soon();
  expect([did, received, agent.received]).toEqual([["open", "close"], [], []]);
  expect(agent.heard).toEqual(["open", "close"]);
});

test("what cannot be understood ends it, with a reason", async () => {
  agent.open();
  socket.onmessage = () => {
    throw new Error("Receive queue buffer exceeded");
  };
  agent.write(noise(10));
  turn();
  await soon();
  expect(did).toEqual(["open", "close"]);
  expect(socket.reason).toMatch(/does not understand/);
});

test("a server that takes nothing does not fill the page's memory", async () => {
  agent.open();
  agent.isTaking = false;
  for (let piece = 0; piece < 5; piece++) socket.send(noise(WINDOW));
  await soon();
  expect(did).toEqual(["open", "close"]);
  expect(socket.reason).toMatch(/did not take/);
});
