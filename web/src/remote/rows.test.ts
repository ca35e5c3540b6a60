import { expect, test } from "vitest";
import { secondsOf, toneOf, watchers } from "./rows";

const NOON = "2026-03-01T12:00:00Z";

test("a session lasts until its end, and one that has none until now", () => {
  const ended = "2026-03-01T12:01:30Z";
  expect(secondsOf({ created: NOON, ended }, Date.parse(NOON))).toBe(90);
  expect(secondsOf({ created: NOON, ended: null }, Date.parse(NOON) + 5_000)).toBe(5);
  // The clocks of browser and server may differ.
  expect(secondsOf({ created: NOON, ended: null }, Date.parse(NOON) - 5_000)).toBe(0);
});

test("somebody who reconnected is named once, and who has left is not", () => {
  const viewer = (user: string, left: string | null, connected: string | null = NOON) => ({
    ...{ viewer: "id", user, view_only: false, is_driver: false },
    ...{ connected, left },
  });
  const viewers = [
    viewer("ann", NOON),
    viewer("ann", null),
    viewer("ann", null),
    viewer("ben", NOON),
    viewer("eve", null, null),
  ];
  expect(watchers({ viewers })).toEqual(["ann"]);
});

test("a status of a newer server is quiet", () => {
  expect(["open", "opening", "ended", "paused"].map((status) => toneOf({ status }))).toEqual([
    "good",
    "info",
    "quiet",
    "quiet",
  ]);
});
