import { beforeEach, expect, test } from "vitest";
import { FakeAgent } from "./fakeAgent";
import { FakePipe, TestClock } from "./fakePipe";
import { FileProblem } from "./problem";
import { Requests } from "./requests";

let agent: FakeAgent;
let pipe: FakePipe;
let clock: TestClock;
let requests: Requests;

beforeEach(() => {
  agent = new FakeAgent();
  pipe = new FakePipe(agent);
  clock = new TestClock();
  requests = new Requests(pipe, clock, 0);
});

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "fine",
    (error) => (error instanceof FileProblem ? error.code : String(error)),
  );
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));
const ops = () => agent.asked.map(({ op }) => op);

test("an answer belongs to its request, whatever the order", async () => {
  agent.files.set("/a", null);
  const [list, stat] = await Promise.all([
    requests.ask("list", { path: "/" }),
    requests.ask("stat", { path: "/a" }),
  ]);
  expect(list.entries.map(({ name }) => name)).toEqual(["a"]);
  expect(stat.entry.kind).toBe("folder");
});

test("a refusal has the agent's code and sentence", async () => {
  const refusal = requests.ask("stat", { path: "/no" });
  await expect(refusal).rejects.toMatchObject({
    code: "not_found",
    message: "/no is not there.",
    isAnswer: true,
  });
});

test("what is asked without a connection waits for one", async () => {
  pipe.cut();
  const list = requests.ask("list", { path: "/" });
  await settled();
  expect(ops()).toEqual([]);
  pipe.mend();
  expect((await list).total).toBe(0);
});

test("after a break, what only reads is asked again with another number", async () => {
  agent.mute.add("list");
  const list = requests.ask("list", { path: "/" });
  await settled();
  agent.mute.clear();
  pipe.cut();
  pipe.mend();
  expect((await list).total).toBe(0);
  expect(agent.asked.map(({ id }) => id)).toEqual([1, 2]);
});

test("after a break, a change is not done twice: its answer comes, or nobody knows", async () => {
  agent.mute.add("delete");
  const [known, unknown] = [1, 2].map(() => codeOf(requests.ask("delete", { path: "/a" })));
  await settled();
  pipe.cut();
  pipe.mend();
  agent.say({ type: "answer", id: 1, ok: { items: 1, bytes: 0, left_out: 0 } });
  expect(await known).toBe("fine");
  clock.advance(9_000);
  clock.advance(1_000);
  expect(await unknown).toBe("interrupted");
  expect(ops()).toEqual(["delete", "delete"]);
});

test("without an answer and without progress it is given up, and the agent hears of it", async () => {
  agent.mute.add("copy");
  const seen: number[] = [];
  const onProgress = ({ done }: { done: number }) => seen.push(done);
  const copy = codeOf(requests.ask("copy", { from: "/a", to: "/b" }, { onProgress }));
  await settled();
  clock.advance(50_000);
  agent.say({ type: "progress", id: 1, done: 7, total: 9 });
  await settled();
  clock.advance(50_000);
  expect(seen).toEqual([7]);
  clock.advance(10_000);
  expect(await copy).toBe("no_answer");
  await settled();
  expect(agent.asked.at(-1)).toMatchObject({ op: "cancel", request: 1 });
});

test("what is cancelled here is cancelled there", async () => {
  agent.mute.add("copy");
  const controller = new AbortController();
  const { signal } = controller;
  const copy = codeOf(requests.ask("copy", { from: "/a", to: "/b" }, { signal }));
  controller.abort();
  expect(await copy).toBe("cancelled");
  await settled();
  expect(agent.asked.at(-1)).toMatchObject({ op: "cancel", request: 1 });
  expect(await codeOf(requests.ask("roots", {}, { signal }))).toBe("cancelled");
});

test("with the session everything ends", async () => {
  agent.mute.add("list");
  const list = codeOf(requests.ask("list", { path: "/" }));
  await settled();
  pipe.end();
  expect(await list).toBe("ended");
  expect(await codeOf(requests.ask("roots", {}))).toBe("ended");
});

test("answers that nobody waits for are nothing", async () => {
  agent.say({ type: "answer", id: 99, ok: {} });
  agent.say({ type: "something_new", id: 1 });
  await settled();
  expect((await requests.ask("roots", {})).roots).toHaveLength(1);
});
