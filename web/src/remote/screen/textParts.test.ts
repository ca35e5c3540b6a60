import { beforeEach, expect, test } from "vitest";
import { clipboardMessages, TextParts, typedMessages } from "./textParts";
import { MAX_CLIPBOARD, MAX_TYPED } from "./wire";

let parts: TextParts;

beforeEach(() => {
  parts = new TextParts();
});

const add = (text: string, more: boolean) => parts.add({ type: "clipboard", text, more });

test("the longest text arrives as it was, and a longer one is not sent", () => {
  const longest = "ä".repeat(MAX_CLIPBOARD / 2);
  const messages = clipboardMessages(longest) ?? [];
  const arrived = messages.map((message) => parts.add(message));
  expect(arrived.slice(0, -1).every((text) => text === null)).toBe(true);
  expect(arrived.at(-1)).toBe(longest);
  expect(clipboardMessages(`${longest}.`)).toBeNull();
});

test("an empty text is one message", () => {
  expect(clipboardMessages("")).toEqual([{ type: "clipboard", text: "", more: false }]);
});

test("no character is torn apart, and half of one is replaced", () => {
  const messages = clipboardMessages(`a${"😀".repeat(20_000)}`) ?? [];
  expect(messages.every(({ text }) => text.isWellFormed())).toBe(true);
  expect(clipboardMessages("a\ud83d")).toEqual([
    { type: "clipboard", text: "a\ufffd", more: false },
  ]);
});

test("every message is far smaller than the pipe takes, whatever is in it", () => {
  const messages = clipboardMessages("\u0001".repeat(MAX_CLIPBOARD)) ?? [];
  expect(messages.every((message) => JSON.stringify(message).length < 128 * 1024)).toBe(true);
});

test("a text of the agent that is too long is forgotten up to its end", () => {
  expect(add("x".repeat(MAX_CLIPBOARD), true)).toBeNull();
  expect(add("x", true)).toBeNull();
  expect(add("x", false)).toBeNull();
  expect(add("next", false)).toBe("next");
});

test("half of a text is forgotten with the connection", () => {
  add("half", true);
  parts.reset();
  expect(add("whole", false)).toBe("whole");
});

test("what is typed comes in parts that the agent takes, up to a limit", () => {
  const messages = typedMessages("x".repeat(MAX_TYPED + 1)) ?? [];
  expect(messages.map((message) => message.type === "text" && message.text.length)).toEqual([
    MAX_TYPED,
    1,
  ]);
  expect(typedMessages("x".repeat(4 * MAX_TYPED))).toHaveLength(4);
  expect(typedMessages("x".repeat(4 * MAX_TYPED + 1))).toBeNull();
});
