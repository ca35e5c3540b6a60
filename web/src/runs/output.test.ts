import { expect, test } from "vitest";
import { head, NOTHING, statusWith, tail, withPiece } from "./output";

const known = { text: "größe\n", bytes: 8 };

test("a chunk is added where the bytes end, counted as UTF-8", () => {
  expect(withPiece(known, 8, "ä")).toEqual({ text: "größe\nä", bytes: 10 });
});

test("a chunk that came before changes nothing, and a gap is noticed", () => {
  expect(withPiece(known, 0, "größe\n")).toBe(known);
  expect(withPiece(known, 9, "x")).toBeNull();
});

test("a chunk with bytes that are no text is not counted but read", () => {
  expect(withPiece(known, 8, "caf\uFFFD")).toBeNull();
});

test("of a long output the end is shown, from the beginning of a line", () => {
  expect(tail("one\ntwo\nthree", 8)).toBe("three");
  expect(tail("short")).toBe("short");
});

test("the end that is shown moves on in steps, so that little is drawn again", () => {
  const lines = (count: number) => "line\n".repeat(count);
  expect(tail(lines(21), 100, 50).length).toBe(tail(lines(20) + lines(1), 100, 50).length);
  expect(tail(lines(21), 100, 50)).toBe(lines(10));
  expect(tail(lines(30), 100, 50)).toBe(lines(19));
});

test("of a long finished output the beginning is shown, up to the end of a line", () => {
  expect(head("one\ntwo\nthree", 9)).toBe("one\ntwo\n");
  expect(head("one long line", 4)).toBe("one ");
  expect(head("short")).toBe("short");
});

test("a run that prints is running, whatever was last heard of it", () => {
  const printed = { ...NOTHING, stderr: known };
  expect(statusWith("queued", NOTHING)).toBe("queued");
  expect(statusWith("queued", printed)).toBe("running");
  expect(statusWith("passed", printed)).toBe("passed");
});
