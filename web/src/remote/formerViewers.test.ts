import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { formerViewers } from "./formerViewers";

const KEY = "muster.remote.viewers";
let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});

afterEach(() => vi.unstubAllGlobals());

test("a tab knows which viewer it was last in each session", () => {
  expect(formerViewers.of("session")).toBeUndefined();
  formerViewers.remember("session", "viewer-1");
  formerViewers.remember("other", "viewer-2");
  formerViewers.remember("session", "viewer-3");
  expect(formerViewers.of("session")).toBe("viewer-3");
  expect(formerViewers.of("other")).toBe("viewer-2");
});

test("the sessions that were begun first are forgotten first", () => {
  formerViewers.remember("oldest", "viewer");
  formerViewers.remember("used", "viewer");
  for (let number = 1; number < 49; number += 1) formerViewers.remember(`s${number}`, "viewer");
  formerViewers.remember("used", "again");
  formerViewers.remember("newest", "viewer");
  expect(formerViewers.of("oldest")).toBeUndefined();
  expect(formerViewers.of("used")).toBe("again");
  expect(formerViewers.of("s1")).toBe("viewer");
  expect(formerViewers.of("newest")).toBe("viewer");
});

test("what is stored by somebody else is not believed", () => {
  for (const text of ["no JSON", "null", "7", '{"session":7}', "{}"]) {
    kept.set(KEY, text);
    expect(formerViewers.of("session"), text).toBeUndefined();
    formerViewers.remember("session", "viewer");
    expect(formerViewers.of("session"), text).toBe("viewer");
  }
});
