import { expect, test } from "vitest";
import { textToCopy } from "./clipboard";

const encoded = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

test("a program's text is read, in whatever clipboard it names", () => {
  expect(textToCopy(`c;${encoded("größe 😀")}`)).toBe("größe 😀");
  expect(textToCopy(`;${encoded("x")}`)).toBe("x");
});

test("a question for what is in the clipboard is not answered, nor is nonsense", () => {
  expect(textToCopy("c;?")).toBeNull();
  expect(textToCopy("c")).toBeNull();
  expect(textToCopy("c;")).toBeNull();
  expect(textToCopy("c;not base64!")).toBeNull();
  expect(textToCopy("c;/w==")).toBeNull();
  expect(textToCopy(`c;${"A".repeat(2_000_000)}`)).toBeNull();
});
