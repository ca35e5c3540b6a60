import { expect, test } from "vitest";
import { safeNext } from "./nextPage";

test("signing in returns to a page of ours and nowhere else", () => {
  expect(safeNext("/agents/abc/run?search=x")).toBe("/agents/abc/run?search=x");
  for (const bad of [undefined, "https://evil.example", "//evil.example", "/\\evil", "/sign-in"]) {
    expect(safeNext(bad)).toBe("/");
  }
});
