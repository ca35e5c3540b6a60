import { expect, test } from "vitest";
import { readOptions } from "./options";

test("what a browser kept is read back, and nonsense is the usual", () => {
  const kept = { mode: "shortcut", sharesClipboard: true };
  expect(readOptions(JSON.stringify(kept))).toEqual(kept);
  const usual = { mode: "text", sharesClipboard: false };
  for (const nonsense of [null, "", "{", "null", "7", '{"mode":7,"sharesClipboard":"yes"}']) {
    expect(readOptions(nonsense)).toEqual(usual);
  }
});
