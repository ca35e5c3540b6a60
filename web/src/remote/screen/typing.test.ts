import { expect, test } from "vitest";
import { changeOf, FILLER, typed } from "./typing";

const text = (content: string) => ({ type: "text", text: content });
const key = (code: string) => ({ type: "combination", codes: [code] });

test("what is written at the end of the field is typed", () => {
  expect(typed(FILLER, `${FILLER}größe 😀`)).toEqual([text("größe 😀")]);
  expect(typed(FILLER, FILLER)).toEqual([]);
});

test("what a keyboard corrects is erased first", () => {
  expect(typed(`${FILLER}teh`, `${FILLER}the `)).toEqual([
    key("Backspace"),
    key("Backspace"),
    text("he "),
  ]);
});

test("in an empty field there is something to erase", () => {
  expect(typed(FILLER, FILLER.slice(1))).toEqual([key("Backspace")]);
  expect(typed(FILLER, "")).toHaveLength(FILLER.length);
});

test("a character is never torn apart", () => {
  expect(changeOf("😀", "😁")).toEqual({ erased: 1, written: "😁" });
});

test("a line break is the key", () => {
  expect(typed(FILLER, `${FILLER}a\nb`)).toEqual([text("a"), key("Enter"), text("b")]);
});
