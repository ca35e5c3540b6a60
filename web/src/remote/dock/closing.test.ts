import { expect, test, vi } from "vitest";
import { fileSessionOf } from "../files/fileSession";
import { FIRST_STATUS, type PipeStatus } from "../pipe/status";
import type { OpenSession } from "../sessions";
import type { FeedStatus } from "../terminal/feed";
import { endsWith, mustAsk } from "./closing";

const OPEN: PipeStatus = { ...FIRST_STATUS, phase: { is: "open" }, driver: true };
const TYPED: FeedStatus = { size: null, exit: null, hasTyped: true };

const session = (status: PipeStatus, feed?: FeedStatus) =>
  ({
    pipe: { status: () => status },
    ...(feed && { feed: { status: () => feed } }),
  }) as unknown as OpenSession;

test("a terminal in which somebody typed is not closed without a question", async () => {
  expect(await mustAsk(session(OPEN, TYPED))).toBe(true);
  expect(await mustAsk(session(OPEN, { ...TYPED, hasTyped: false }))).toBe(false);
  expect(await mustAsk(session(OPEN, { ...TYPED, exit: { code: 0 } }))).toBe(false);
  const ended: PipeStatus = { ...OPEN, phase: { is: "ended", code: "", reason: "" } };
  expect(await mustAsk(session(ended, TYPED))).toBe(false);
  expect(await mustAsk(session(OPEN))).toBe(false);
});

test("a session ends with its only viewer, and not with one who watches", () => {
  expect(endsWith(session(OPEN))).toBe(true);
  expect(endsWith(session({ ...OPEN, driver: false }))).toBe(false);
  const viewer = { id: "1", name: "Ann", driver: true, you: true };
  expect(endsWith(session({ ...OPEN, viewers: [viewer] }))).toBe(true);
  expect(endsWith(session({ ...OPEN, viewers: [viewer, { ...viewer, id: "2" }] }))).toBe(false);
});

test("files that are on their way are not left without a question", async () => {
  let phase = OPEN;
  const pipe = {
    status: () => phase,
    watch: () => () => {},
    channel: () => ({ say: () => {} }),
    release: () => {},
  };
  const files = { id: "1", agentId: "1", hostname: "pc-1", kind: "files", pipe };
  const session = files as unknown as OpenSession;
  expect(await mustAsk(session)).toBe(false);
  let finish: (isDone: boolean) => void = () => {};
  const ended = new Promise<boolean>((resolve) => {
    finish = resolve;
  });
  const job = { name: "a", where: "", isBytes: true, run: () => ended };
  const transfer = fileSessionOf(session).transfers.add({ ...job, kind: "download" });
  expect(await mustAsk(session)).toBe(true);
  phase = { ...OPEN, phase: { is: "ended", code: "", reason: "" } };
  expect(await mustAsk(session)).toBe(false);
  phase = OPEN;
  finish(true);
  await vi.waitFor(() => expect(transfer.isOver).toBe(true));
  expect(await mustAsk(session)).toBe(false);
});
