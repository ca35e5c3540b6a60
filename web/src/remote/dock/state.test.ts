import { expect, test } from "vitest";
import {
  activated,
  EMPTY,
  joined,
  readState,
  restored,
  split,
  stepped,
  withOpened,
  withoutClosed,
} from "./state";

const three = ["a", "b", "c"].reduce(withOpened, EMPTY);

test("a session that is opened is shown, in the position of the active one", () => {
  expect(three).toEqual({ ...EMPTY, order: ["a", "b", "c"], shown: ["c"], active: "c" });
  expect(withOpened(three, "a")).toEqual({ ...three, shown: ["a"], active: "a" });
});

test("opening or choosing one shows a dock that was minimised", () => {
  expect(activated({ ...three, isMinimised: true }, "b").isMinimised).toBe(false);
  expect(activated(three, "unknown")).toBe(three);
});

test("two are shown side by side, and another one takes the position of the active one", () => {
  const two = split(activated(three, "a"));
  expect(two.shown).toEqual(["a", "b"]);
  expect(activated(two, "b").shown).toEqual(["a", "b"]);
  expect(activated(two, "c")).toMatchObject({ shown: ["c", "b"], active: "c" });
  expect(joined(activated(two, "b")).shown).toEqual(["b"]);
  expect(split(two)).toBe(two);
  expect(split(three)).toMatchObject({ shown: ["a", "c"], active: "c" });
});

test("one session alone cannot be split", () => {
  const one = withOpened(EMPTY, "a");
  expect(split(one)).toBe(one);
  expect(split(EMPTY)).toBe(EMPTY);
});

test("when a session is closed its neighbour is shown, and after the last one nothing", () => {
  const closed = withoutClosed(three, "c");
  expect(closed).toMatchObject({ order: ["a", "b"], shown: ["b"], active: "b" });
  expect(withoutClosed(activated(three, "a"), "a")).toMatchObject({ shown: ["b"], active: "b" });
  const last = withoutClosed({ ...withOpened(EMPTY, "a"), isMinimised: true, isFull: true }, "a");
  expect(last).toEqual(EMPTY);
});

test("of two side by side, the other one stays", () => {
  const two = split(activated(three, "a"));
  expect(withoutClosed(two, "a")).toMatchObject({ shown: ["b"], active: "b" });
  expect(withoutClosed(two, "c").shown).toEqual(["a", "b"]);
});

test("the keys go around in both directions", () => {
  expect(stepped(three, 1).active).toBe("a");
  expect(stepped(activated(three, "a"), -1).active).toBe("c");
  expect(stepped(EMPTY, 1)).toBe(EMPTY);
});

test("after a reload only those are there that have not ended", () => {
  const two = split(activated(three, "a"));
  expect(restored(two, ["b", "c"])).toMatchObject({ order: ["b", "c"], shown: ["b"], active: "b" });
  expect(restored(two, [])).toMatchObject({ order: [], shown: [], active: null });
});

test("what a browser kept is read back, and nonsense is nothing", () => {
  expect(readState(JSON.stringify(three))).toEqual(three);
  for (const nonsense of [null, "", "{", "[]", "7", '{"order":7}']) {
    expect(readState(nonsense)).toEqual(EMPTY);
  }
  expect(readState('{"order":["a","b"],"shown":["x"],"active":"x"}')).toMatchObject({
    shown: ["a"],
    active: "a",
  });
});
