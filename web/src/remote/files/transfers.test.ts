import { beforeEach, expect, test } from "vitest";
import { TestClock } from "./fakePipe";
import { FileProblem } from "./problem";
import type { Steering } from "./steering";
import type { Batch, Job, Transfer } from "./transfer";
import { Transfers } from "./transfers";

let transfers: Transfers;
let ended: string[];
let steers: Map<string, { steer: Steering; finish: () => void; fail: (error: Error) => void }>;

beforeEach(() => {
  ended = [];
  steers = new Map();
  transfers = new Transfers(({ job }) => ended.push(job.name), new TestClock());
});

const settled = () => new Promise((resolve) => setTimeout(resolve, 2));
const phaseOf = (transfer: Transfer) => transfer.get().phase.is;

/** Work that ends when a test says so. */
function job(name: string, batch?: Batch): Job {
  const run = (steer: Steering) =>
    new Promise<boolean>((resolve, reject) => {
      steers.set(name, { steer, finish: () => resolve(true), fail: reject });
      steer.signal.addEventListener("abort", () => reject(new FileProblem("cancelled", "")));
    });
  return { kind: "upload", name, where: "/", isBytes: true, run, ...(batch && { batch }) };
}

test("two run at once, and the next begins when one has ended", async () => {
  const [a, b, c] = ["a", "b", "c"].map((name) => transfers.add(job(name))) as Transfer[];
  expect([a, b, c].map((one) => one && phaseOf(one))).toEqual(["moving", "moving", "waiting"]);
  steers.get("a")?.finish();
  await settled();
  expect([a, b, c].map((one) => one && phaseOf(one))).toEqual(["done", "moving", "moving"]);
  expect(ended).toEqual(["a"]);
});

test("a paused one waits at its next point, and holds up nobody", async () => {
  const a = transfers.add(job("a"));
  const steer = steers.get("a")?.steer;
  a.pause();
  expect(phaseOf(a)).toBe("paused");
  let isPast = false;
  void steer?.point().then(() => {
    isPast = true;
  });
  await settled();
  expect(isPast).toBe(false);
  a.resume();
  await settled();
  expect(isPast).toBe(true);
  expect(phaseOf(a)).toBe("moving");
});

test("a cancelled one ends, whether it runs, waits or is paused", async () => {
  const [a, b, c] = ["a", "b", "c"].map((name) => transfers.add(job(name))) as Transfer[];
  b?.pause();
  c?.cancel();
  a?.cancel();
  b?.cancel();
  await settled();
  for (const one of [a, b, c]) expect(one && phaseOf(one)).toBe("cancelled");
});

test("a failed one says why, and can be tried again", async () => {
  const a = transfers.add(job("a"));
  steers.get("a")?.fail(new FileProblem("no_space", "The disk is full."));
  await settled();
  expect(a.get().phase).toMatchObject({ is: "failed", problem: { message: "The disk is full." } });
  transfers.retry(a);
  expect(phaseOf(a)).toBe("moving");
  steers.get("a")?.finish();
  await settled();
  expect(phaseOf(a)).toBe("done");
  transfers.remove(a);
  expect(transfers.get().all).toEqual([]);
});

test("questions come one by one, and one answer may be for all that were begun together", async () => {
  const batch: Batch = { choice: null };
  const names = ["a", "b"];
  const [a, b] = names.map((name) => transfers.add(job(name, batch))) as Transfer[];
  const answers = names.map((name) => steers.get(name)?.steer.ask(name, null));
  expect(transfers.get().asking).toBe(a);
  transfers.answer("skip", false);
  expect(await answers[0]).toBe("skip");
  expect(transfers.get().asking).toBe(b);
  transfers.answer("replace", true);
  expect(await answers[1]).toBe("replace");
  expect(transfers.get().asking).toBeNull();
  expect(await steers.get("a")?.steer.ask("c", null)).toBe("replace");
});

test("all that a question is about can be cancelled", async () => {
  const batch: Batch = { choice: null };
  const [a, b] = ["a", "b"].map((name) => transfers.add(job(name, batch))) as Transfer[];
  const other = transfers.add(job("c"));
  const asked = steers.get("a")?.steer.ask("a", null);
  asked?.catch(() => {});
  if (a) transfers.cancelBatch(a);
  await settled();
  expect([a, b].map((one) => one && phaseOf(one))).toEqual(["cancelled", "cancelled"]);
  expect(phaseOf(other)).toBe("moving");
});

test("how far it is comes now and then, and the last word at the end", async () => {
  const a = transfers.add(job("a"));
  const steer = steers.get("a")?.steer;
  steer?.total(100);
  steer?.done(10);
  steer?.done(20);
  expect(a.get().done).toBe(0);
  await settled();
  expect(a.get()).toMatchObject({ done: 20, total: 100 });
  steer?.done(100);
  steers.get("a")?.finish();
  await Promise.resolve();
  await settled();
  expect(a.get()).toMatchObject({ done: 100, speed: null });
});
