import { expect, test } from "vitest";
import { afterFrame, BEGIN } from "./commandFrames";

const after = (...frames: object[]) =>
  frames.map((frame) => JSON.stringify(frame)).reduce(afterFrame, BEGIN);

test("a command is heard, becomes a run, prints and ends", () => {
  const running = after(
    { action: "ready" },
    { cmd_id: "a" },
    { cmd_id: "a", run: 7 },
    { cmd_id: "a", output: "grö", stream: "stdout" },
    { cmd_id: "a", output: "oh\n", stream: "stderr" },
    { cmd_id: "a", output: "ße\n", stream: "stdout" },
  );
  expect(running).toMatchObject({
    run: 7,
    done: false,
    output: { stdout: { text: "größe\n", bytes: 8 }, stderr: { text: "oh\n", bytes: 3 } },
  });
  const end = JSON.stringify({ cmd_id: "a", done: true, exit_code: 0, run: 7 });
  expect(afterFrame(running, end).done).toBe(true);
});

test("a refusal names the fields that are wrong", () => {
  const { problem } = after({
    cmd_id: "a",
    error: "The command is not valid.",
    code: "invalid",
    status: 400,
    errors: { timeout: ["must be from 1 to 86400"] },
  });
  expect(problem).toMatchObject({
    message: "The command is not valid.",
    status: 400,
    fields: { timeout: ["must be from 1 to 86400"] },
  });
});

test("after bytes that are no text the rest is left to be read", () => {
  const state = after(
    { run: 7 },
    { output: "one\n", stream: "stdout" },
    { output: "\uFFFD\n", stream: "stdout" },
    { output: "two\n", stream: "stdout" },
  );
  expect([state.isWhole, state.output.stdout.text]).toEqual([false, "one\n"]);
});
