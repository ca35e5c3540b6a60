import { expect, test } from "vitest";
import type { Kind } from "../../remote/kind";
import { parseWish } from "./wish";

test.each<[string, Kind | undefined, string]>([
  ["terminal web-01", "terminal", "web-01"],
  ["web-01 term", "terminal", "web-01"],
  ["Open a terminal on WEB-01", "terminal", "web-01"],
  ["files of the nas", "files", "nas"],
  ["show the screen of reception", "screen", "reception"],
  ["connect to reception by vnc", "tunnel", "reception"],
  ["terminal", "terminal", ""],
  ["web-01", undefined, "web-01"],
  // Names of computers that only begin alike.
  ["terminal-01", undefined, "terminal-01"],
  ["te web-01", undefined, "te web-01"],
  // Without a kind, every word is one for the search.
  ["open the bar", undefined, "open the bar"],
  ["", undefined, ""],
])("“%s” asks for %s on “%s”", (words, kind, search) => {
  expect(parseWish(words)).toEqual({ kind, search });
});
