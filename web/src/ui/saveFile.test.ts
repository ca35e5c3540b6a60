import { expect, test } from "vitest";
import { csv } from "./saveFile";

test("cells are quoted where they must be, and never become formulas", () => {
  expect(
    csv([
      ["name", "size"],
      ['a "b", c', 3],
      ["=1+1", -2],
      [null, "two\nlines"],
    ]),
  ).toBe('name,size\r\n"a ""b"", c",3\r\n\'=1+1,-2\r\n,"two\nlines"');
});
