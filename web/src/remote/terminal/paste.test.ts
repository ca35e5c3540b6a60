import { expect, test } from "vitest";
import { cleaned, linesOf, needsQuestion } from "./paste";

test("whatever would run at once is a question, one line without an end is none", () => {
  expect(["", "ls -l", "two words\tand a tab"].filter(needsQuestion)).toEqual([]);
  const running = ["ls\n", "ls\r", "a\nb", "a\r\nb\r\n", "\n"];
  expect(running.filter(needsQuestion)).toEqual(running);
});

test("lines are counted as a shell sees them", () => {
  expect(linesOf("ls\n")).toEqual(["ls"]);
  expect(linesOf("a\r\nb\rc\nd")).toEqual(["a", "b", "c", "d"]);
  expect(linesOf("a\n\n")).toEqual(["a", ""]);
});

test("control characters that a page hides in a text are not pasted", () => {
  const hidden = "echo \u001b[201~\u0007harmless\u009b\u0000\tx\r\ny\u007f";
  expect(cleaned(hidden)).toBe("echo [201~harmless\tx\r\ny");
  expect(cleaned("größe 😀 — ok")).toBe("größe 😀 — ok");
});
