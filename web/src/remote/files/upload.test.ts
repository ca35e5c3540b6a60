import { beforeEach, expect, test } from "vitest";
import { type Bytes, toHex } from "../pipe/bytes";
import { CHUNK } from "./chunks";
import { FakeAgent } from "./fakeAgent";
import { contentOf, isSame } from "./fakeFiles";
import { FakePipe, TestClock } from "./fakePipe";
import { HashMemory } from "./hashMemory";
import { Requests } from "./requests";
import { type ChunkSource, FileSource } from "./source";
import type { Choice, Steering } from "./steering";
import { upload } from "./upload";

const SIZE = 8 * CHUNK + 123;
const content = contentOf(SIZE);

let agent: FakeAgent;
let clock: TestClock;
let controller: AbortController;
let answers: Choice[];
let steps: string[];
let done: number;
let memory: HashMemory;

class TestStorage {
  kept = new Map<string, string>();
  getItem = (key: string) => this.kept.get(key) ?? null;
  setItem = (key: string, value: string) => void this.kept.set(key, value);
}

beforeEach(() => {
  agent = new FakeAgent();
  clock = new TestClock();
  controller = new AbortController();
  answers = [];
  steps = [];
  done = 0;
  memory = new HashMemory(new TestStorage());
});

const steer: Steering = {
  get signal() {
    return controller.signal;
  },
  point: async () => controller.signal.throwIfAborted(),
  step: (step) => void steps.push(step),
  total: () => {},
  done: (bytes) => {
    done = bytes;
  },
  ask: async () => answers.shift() ?? "skip",
};

const fileOf = (bytes: Bytes, name = "big.iso") =>
  new FileSource(new File([bytes], name, { lastModified: 7 }));

function sessionWith(pipe = new FakePipe(agent)) {
  return { pipe, requests: new Requests(pipe, clock, 0) };
}

const send = (requests: Requests, source: ChunkSource, path = "/big.iso") =>
  upload(requests, { source, path, agentId: "pc-1", memory }, steer);

test("a file arrives as it is, with its name at the end", async () => {
  const { requests, pipe } = sessionWith();
  expect(await send(requests, fileOf(content))).toEqual({ path: "/big.iso", size: SIZE });
  expect(isSame(agent.files.get("/big.iso"), content)).toBe(true);
  expect(pipe.sentBytes).toBe(SIZE);
  expect(done).toBe(SIZE);
  expect(steps).toEqual(["reading", "moving"]);
  expect(memory.unfinished("pc-1")).toEqual([]);
});

test("an empty file is a file", async () => {
  const { requests } = sessionWith();
  await send(requests, fileOf(new Uint8Array(0)));
  expect(agent.files.get("/big.iso")).toHaveLength(0);
});

test("what has the name already is replaced, numbered or left, as a person says", async () => {
  const { requests } = sessionWith();
  const small = contentOf(10);
  agent.files.set("/big.iso", contentOf(3));
  answers = ["skip", "keep_both", "replace"];
  expect(await send(requests, fileOf(small))).toBeNull();
  expect(agent.files.get("/big.iso")).toHaveLength(3);
  expect(await send(requests, fileOf(small))).toMatchObject({ path: "/big (2).iso" });
  expect(await send(requests, fileOf(small))).toMatchObject({ path: "/big.iso" });
  expect(isSame(agent.files.get("/big.iso"), small)).toBe(true);
});

test("hashes that do not fit into one message come in several, and the stream is the first one's", async () => {
  const { requests } = sessionWith();
  const wish = {
    source: fileOf(content),
    path: "/big.iso",
    agentId: "pc-1",
    memory,
    hashesAtOnce: 4,
  };
  await upload(requests, wish, steer);
  expect(isSame(agent.files.get("/big.iso"), content)).toBe(true);
  expect(agent.asked.map(({ op }) => op)).toEqual(["upload", "upload_hashes", "upload_hashes"]);
});

/** The same numbers at each run of the tests. */
function chance(seed: number) {
  let state = seed;
  return (least: number, most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return least + (state % (most - least));
  };
}

test("however often the connection breaks, the same file arrives, and little is sent twice", async () => {
  for (let seed = 1; seed <= 8; seed += 1) {
    agent = new FakeAgent();
    const { requests, pipe } = sessionWith();
    const random = chance(seed);
    pipe.breakEvery(() => random(12, 30));
    await send(requests, fileOf(content));
    expect(isSame(agent.files.get("/big.iso"), content)).toBe(true);
    expect([...agent.files.keys()]).toEqual(["/", "/big.iso"]);
    expect(pipe.breaks).toBeGreaterThan(0);
  }
});

test("an agent that forgot the stream gets what is missing of the file", async () => {
  for (let seed = 1; seed <= 4; seed += 1) {
    agent = new FakeAgent();
    agent.forgets = true;
    const { requests, pipe } = sessionWith();
    const random = chance(seed);
    pipe.breakEvery(() => random(20, 60));
    answers = ["replace"];
    // Nobody says that the stream is gone: its silence does. A busy machine is no silence.
    let [quiet, sent] = [0, 0];
    const ticking = setInterval(() => {
      quiet = pipe.sentBytes === sent ? quiet + 1 : 0;
      sent = pipe.sentBytes;
      if (quiet >= 20) clock.advance(31_000);
      if (quiet >= 20) quiet = 0;
    }, 10);
    await send(requests, fileOf(content)).finally(() => clearInterval(ticking));
    expect(isSame(agent.files.get("/big.iso"), content)).toBe(true);
  }
});

test("after a reload the same file goes on where it was, without being read for its hashes", async () => {
  const { hashes, part, key } = await partOf(content, 2);
  agent.parts.set(key, part);
  memory.keep(
    { agentId: "pc-1", path: "/big.iso", mark: fileOf(content).mark, size: SIZE },
    hashes,
  );
  const { requests, pipe } = sessionWith();
  await send(requests, fileOf(content));
  expect(steps).toEqual(["moving"]);
  expect(pipe.sentBytes).toBe(SIZE - 2 * CHUNK);
  expect(isSame(agent.files.get("/big.iso"), content)).toBe(true);
});

test("a file that was changed under the same name, size and time is read again", async () => {
  const { requests } = sessionWith();
  const other = contentOf(SIZE, 9);
  const { hashes } = await partOf(content, 0);
  memory.keep({ agentId: "pc-1", path: "/big.iso", mark: fileOf(other).mark, size: SIZE }, hashes);
  await send(requests, fileOf(other));
  expect(isSame(agent.files.get("/big.iso"), other)).toBe(true);
  expect(steps).toEqual(["moving", "reading", "moving"]);
});

test("a cancelled upload leaves nothing behind", async () => {
  const { requests } = sessionWith();
  const source = fileOf(content);
  const read = source.read.bind(source);
  let reads = 0;
  source.read = (index) => {
    reads += 1;
    if (reads === 12) controller.abort();
    return read(index);
  };
  await expect(send(requests, source)).rejects.toMatchObject({ code: "cancelled" });
  await until(() => agent.asked.some(({ op }) => op === "cancel"));
  expect([...agent.files.keys()]).toEqual(["/"]);
  expect(agent.parts.size).toBe(0);
  expect(memory.unfinished("pc-1")).toEqual([]);
});

test("a problem of the agent in the middle ends it with its sentence", async () => {
  const { requests } = sessionWith();
  const source = fileOf(content);
  const read = source.read.bind(source);
  let reads = 0;
  source.read = async (index) => {
    reads += 1;
    const error = { code: "no_space", message: "The disk is full." };
    if (reads === 11) agent.say({ type: "answer", id: agent.asked[0]?.id, error });
    return read(index);
  };
  await expect(send(requests, source)).rejects.toMatchObject({ message: "The disk is full." });
  expect(memory.unfinished("pc-1")).toHaveLength(1);
});

/** What an agent has of a file after so many chunks, as a record of an earlier session. */
async function partOf(bytes: Bytes, chunks: number) {
  const other = new FakeAgent();
  const storage = new HashMemory(new TestStorage());
  const requests = new Requests(new FakePipe(other), clock, 0);
  other.mute.add("upload");
  const source = fileOf(bytes);
  const stop = new AbortController();
  // The steps of that session are not those of the one that is tested.
  const steering = { ...steer, signal: stop.signal, point: async () => {}, step: () => {} };
  const wish = { source, path: "/big.iso", agentId: "pc-1", memory: storage };
  const sending = upload(requests, wish, steering).catch(() => {});
  await until(() => other.asked.some(({ op }) => op === "upload"));
  const hashes = storage.find("pc-1", "/big.iso", source.mark) ?? new Uint8Array(0);
  stop.abort();
  await sending;
  const part = new Map<number, Bytes>();
  for (let index = 0; index < chunks; index += 1) {
    part.set(index, bytes.slice(index * CHUNK, (index + 1) * CHUNK));
  }
  return { hashes, part, key: `/big.iso ${toHex(hashes.slice(0, 64))}` };
}

async function until(isSo: () => boolean) {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 1));
}
