import { beforeEach, expect, test, vi } from "vitest";
import { type Bytes, concat } from "../pipe/bytes";
import { acrossJob } from "./across";
import { CHUNK } from "./chunks";
import { FakeAgent } from "./fakeAgent";
import { contentOf, entryOf, isSame } from "./fakeFiles";
import { FakePipe, TestClock } from "./fakePipe";
import { HashMemory } from "./hashMemory";
import { receiveFile, receiveZip } from "./receive";
import { Requests } from "./requests";
import { type ByteSink, DiskSink, MemorySink, plainName } from "./sink";
import type { Steering } from "./steering";

const SIZE = 6 * CHUNK + 77;
const content = contentOf(SIZE, 3);

let agent: FakeAgent;
let pipe: FakePipe;
let requests: Requests;
let controller: AbortController;
let sink: TestSink;
let done: number;

class TestSink implements ByteSink {
  parts: Bytes[] = [];
  state = "new";
  async begin() {
    this.parts = [];
    this.state = "begun";
  }
  expect() {}
  async write(bytes: Bytes) {
    this.parts.push(bytes.slice());
  }
  async finish() {
    this.state = "finished";
  }
  async discard() {
    this.parts = [];
    this.state = "discarded";
  }
}

const steer: Steering = {
  get signal() {
    return controller.signal;
  },
  point: async () => {},
  step: () => {},
  total: () => {},
  done: (bytes) => {
    done = bytes;
  },
  ask: async () => "skip",
};

beforeEach(() => {
  agent = new FakeAgent();
  agent.files.set("/a.bin", content);
  pipe = new FakePipe(agent);
  requests = new Requests(pipe, new TestClock(), 0);
  controller = new AbortController();
  sink = new TestSink();
});

test("a file arrives chunk by chunk, and each chunk was checked", async () => {
  await receiveFile(requests, "/a.bin", sink, steer);
  expect(isSame(concat(...sink.parts), content)).toBe(true);
  expect(sink.parts.map(({ length }) => length)).toEqual([...Array(6).fill(CHUNK), 77]);
  expect(sink.state).toBe("finished");
  expect(done).toBe(SIZE);
});

test("an empty file is complete at once", async () => {
  agent.files.set("/empty", new Uint8Array(0));
  await receiveFile(requests, "/empty", sink, steer);
  expect(sink.state).toBe("finished");
});

test("a chunk that was damaged on its way is asked for again", async () => {
  agent.damaged = new Set([2]);
  await receiveFile(requests, "/a.bin", sink, steer);
  expect(isSame(concat(...sink.parts), content)).toBe(true);
  const asked = agent.asked.filter(({ op }) => op === "download");
  expect(asked.map((one) => one.from_chunk)).toEqual([0, 2]);
});

test("however often the connection breaks, it goes on with the chunk that is missing", async () => {
  for (const frames of [26, 30, 36]) {
    agent = new FakeAgent();
    agent.files.set("/a.bin", content);
    const breaking = new FakePipe(agent);
    breaking.breakEvery(() => frames);
    await receiveFile(new Requests(breaking, new TestClock(), 0), "/a.bin", sink, steer);
    expect(isSame(concat(...sink.parts), content)).toBe(true);
    expect(breaking.breaks).toBeGreaterThan(0);
  }
});

test("a file that was changed meanwhile is not put together of two versions", async () => {
  sink.write = async (bytes) => {
    sink.parts.push(bytes);
    if (sink.parts.length !== 1) return;
    agent.files.set("/a.bin", contentOf(SIZE, 4));
    pipe.cut();
    pipe.mend();
  };
  const received = receiveFile(requests, "/a.bin", sink, steer);
  await expect(received).rejects.toMatchObject({ code: "changed" });
  expect(sink.state).toBe("discarded");
});

test("a cancelled download is thrown away, and the agent hears of it", async () => {
  sink.write = async () => controller.abort();
  const received = receiveFile(requests, "/a.bin", sink, steer);
  await expect(received).rejects.toMatchObject({ code: "cancelled" });
  expect(sink.state).toBe("discarded");
  await vi.waitFor(() => expect(agent.asked.at(-1)).toMatchObject({ op: "cancel" }));
});

test("an archive ends where the agent says", async () => {
  await receiveZip(requests, ["/a", "/b"], sink, steer);
  expect(new TextDecoder().decode(concat(...sink.parts))).toBe("archive of /a, /b");
  expect(sink.state).toBe("finished");
});

test("a file of one agent comes to another one through this browser", async () => {
  for (const size of [10, SIZE, 20 * CHUNK + 5]) {
    const bytes = contentOf(size, 5);
    agent.files.set("/a.bin", bytes);
    const other = new FakeAgent();
    other.files.set("/in", null);
    const there = new Requests(new FakePipe(other), new TestClock(), 0);
    const from = { requests, agentId: "1", hostname: "one", folder: "/" };
    const to = { requests: there, agentId: "2", hostname: "two", folder: "/in" };
    const batch = { choice: null };
    const entry = entryOf("a.bin", "file", size);
    expect(await acrossJob(from, to, entry, new HashMemory(null), batch).run(steer)).toBe(true);
    expect(isSame(other.files.get("/in/a.bin"), bytes)).toBe(true);
  }
});

test("a folder comes with all that is below it", async () => {
  agent.files.set("/docs", null);
  agent.files.set("/docs/old", null);
  agent.files.set("/docs/one", contentOf(5));
  agent.files.set("/docs/old/two", contentOf(7));
  agent.disk.pageSize = 1;
  const other = new FakeAgent();
  const there = new Requests(new FakePipe(other), new TestClock(), 0);
  const from = { requests, agentId: "1", hostname: "one", folder: "/" };
  const to = { requests: there, agentId: "2", hostname: "two", folder: "/" };
  const job = acrossJob(from, to, entryOf("docs", "folder"), new HashMemory(null), {
    choice: null,
  });
  expect(await job.run(steer)).toBe(true);
  expect(done).toBe(12);
  expect([...other.files.keys()].sort()).toEqual([
    "/",
    "/docs",
    "/docs/old",
    "/docs/old/two",
    "/docs/one",
  ]);
});

test("a browser without files of its own takes what fits into memory, and says so otherwise", async () => {
  const saved: [string, number][] = [];
  const small = new MemorySink("a", (name, blob) => saved.push([name, blob.size]), 10);
  await small.begin();
  expect(() => small.expect(11)).toThrow("memory");
  await small.write(contentOf(6));
  await small.write(contentOf(4));
  await expect(small.write(contentOf(1))).rejects.toMatchObject({ code: "too_large" });
  await small.begin();
  await small.write(contentOf(9));
  await small.finish();
  expect(saved).toEqual([["a", 9]]);
});

test("a file on the disk is only there when it is complete", async () => {
  const did: string[] = [];
  const createWritable = async () => ({
    write: async () => void did.push("write"),
    close: async () => void did.push("close"),
    abort: async () => void did.push("abort"),
  });
  const disk = new DiskSink({ createWritable } as unknown as FileSystemFileHandle);
  await disk.begin();
  await disk.write(contentOf(1));
  await disk.discard();
  await disk.begin();
  await disk.finish();
  await disk.discard();
  expect(did).toEqual(["write", "abort", "close"]);
});

test("a name of another system is one that this one takes", () => {
  expect(plainName("a:b/c\\d?.txt")).toBe("a_b_c_d_.txt");
  expect(plainName("..")).toBe("download");
  expect(plainName("report. ")).toBe("report");
});
