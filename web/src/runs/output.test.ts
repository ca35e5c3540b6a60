import { expect, test } from "vitest";
import { tail, withPiece } from "./output";

const known = { text: "größe\n", bytes: 8 };

test("a piece is added where the bytes end, counted as UTF-8", () => {
  expect(withPiece(known, 8, "ä")).toEqual({ text: "größe\nä", bytes: 10 });
});

test("a piece that came before changes nothing, and a gap is noticed", () => {
  expect(withPiece(known, 0, "größe\n")).toBe(known);
  expect(withPiece(known, 9, "x")).toBeNull();
});

test("a piece with bytes that are no text is not counted but read", () => {
  expect(withPiece(known, 8, "caf\uFFFD")).toBeNull();
});

test("of a long output the end is shown, from the beginning of a line", () => {
  expect(tail("one\ntwo\nthree", 8)).toBe("three");
  expect(tail("short")).toBe("short");
});
