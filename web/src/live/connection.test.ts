import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Connection, type Dial } from "./connection";
import type { Topic } from "./events.gen";
import { nextPause } from "./pause";

class FakeSocket {
  sent: unknown[] = [];
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close(code = 1006) {
    this.onclose?.({ code });
  }
  say(frame: unknown) {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
}

let sockets: FakeSocket[] = [];
const dial: Dial = async () => {
  const socket = new FakeSocket();
  sockets.push(socket);
  return socket as unknown as WebSocket;
};

/** The newest socket, connected. */
async function connected(seq?: number) {
  await vi.advanceTimersByTimeAsync(0);
  const socket = sockets.at(-1);
  if (!socket) throw new Error("nothing was dialled");
  socket.say({ action: "ready", seq });
  return socket;
}

beforeEach(() => {
  sockets = [];
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test("topics are subscribed once, and given up with their last listener", async () => {
  const connection = new Connection(dial);
  connection.open();
  const socket = await connected();
  const listener = () => ({
    topics: ["agents" as const],
    onEvent: () => {},
    onResync: () => {},
    onFollow: () => {},
  });
  const first = connection.listen(listener());
  const second = connection.listen(listener());
  first();
  second();
  expect(socket.sent).toEqual([
    { action: "subscribe", topics: ["agents"] },
    { action: "unsubscribe", topics: ["agents"] },
  ]);
});

test("a listener learns when its events begin, and misses none after that", async () => {
  const connection = new Connection(dial);
  const notified: string[] = [];
  const listener = (topic: Topic) => ({
    topics: [topic],
    onEvent: () => {},
    onResync: () => notified.push(`${topic} resync`),
    onFollow: (waited: boolean) => notified.push(`${topic} ${waited ? "waited" : "at once"}`),
  });
  connection.listen(listener("agents"));
  connection.open();
  expect(notified).toEqual([]);
  const socket = await connected(41);
  expect(socket.sent).toEqual([{ action: "subscribe", topics: ["agents"], since: 41 }]);
  connection.listen(listener("runs"));
  expect(notified).toEqual(["agents waited", "runs at once"]);
  // After a break the server makes up for what was missed: nothing is read again.
  socket.close();
  await vi.advanceTimersByTimeAsync(60_000);
  await connected(90);
  expect(notified).toHaveLength(2);
});

test("after a break the connection goes on from the last event it saw", async () => {
  const connection = new Connection(dial);
  const seen: string[] = [];
  connection.listen({
    topics: ["agents"],
    onEvent: (event) => seen.push(event.type),
    onResync: () => seen.push("resync"),
    onFollow: () => {},
  });
  connection.open();
  const before = await connected();
  before.say({ seq: 7, topic: "agents", type: "agent.status", data: {} });
  before.close();
  expect(connection.state()).toBe("lost");
  await vi.advanceTimersByTimeAsync(60_000);
  const after = await connected();
  expect(connection.state()).toBe("live");
  expect(after.sent).toEqual([{ action: "subscribe", topics: ["agents"], since: 7 }]);
  after.say({ seq: 90, type: "resync" });
  expect(seen).toEqual(["agent.status", "resync"]);
});

test("a connection that broke before its first event reads everything again", async () => {
  const connection = new Connection(dial);
  let resyncs = 0;
  connection.listen({
    topics: ["runs"],
    onEvent: () => {},
    onResync: () => resyncs++,
    onFollow: () => {},
  });
  connection.open();
  (await connected()).close();
  await vi.advanceTimersByTimeAsync(60_000);
  await connected();
  expect(resyncs).toBe(1);
});

test("a topic that was refused is not asked for again", async () => {
  const connection = new Connection(dial);
  const listener = (topic: Topic) => ({
    topics: [topic],
    onEvent: () => {},
    onResync: () => {},
    onFollow: () => {},
  });
  connection.listen(listener("agents"));
  connection.open();
  const first = await connected();
  connection.listen(listener("run:404"));
  first.close(4404);
  await vi.advanceTimersByTimeAsync(60_000);
  const second = await connected();
  expect(second.sent).toEqual([{ action: "subscribe", topics: ["agents"] }]);
});

test("a server without an event stream is asked again later", async () => {
  let answers = 0;
  const connection = new Connection(async () => {
    answers += 1;
    return null;
  });
  connection.open();
  await vi.advanceTimersByTimeAsync(0);
  expect(connection.state()).toBe("missing");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(answers).toBe(2);
  connection.close();
  expect(connection.state()).toBe("off");
});

test("an event of a type that only a newer server knows is delivered, and counts as seen", async () => {
  const connection = new Connection(dial);
  const seen: string[] = [];
  connection.listen({
    topics: ["agents"],
    onEvent: (event) => seen.push(event.type),
    onResync: () => {},
    onFollow: () => {},
  });
  connection.open();
  const before = await connected();
  before.say({ seq: 8, topic: "agents", type: "agent.painted", data: {} });
  before.say({ seq: 9, topic: "teapots", type: "boiled", data: {} });
  before.say({ action: "something else" });
  expect(seen).toEqual(["agent.painted"]);
  before.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await connected()).sent).toEqual([{ action: "subscribe", topics: ["agents"], since: 9 }]);
});

test("pauses grow to half a minute and are spread", () => {
  expect([0, 1, 4, 20].map((tries) => nextPause(tries, 1))).toEqual([500, 1000, 8000, 30_000]);
  expect(nextPause(1, 0)).toBe(500);
});
