import { expect, test } from "vitest";
import { csv, fileText, withLabels } from "./saveFile";

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

test("a CSV file begins with the mark that spreadsheets need, and only once", () => {
  const marked = fileText("Grüße", "text/csv");
  expect([marked, fileText(marked, "text/csv")]).toEqual(["\uFEFFGrüße", "\uFEFFGrüße"]);
  expect(fileText("echo hi", "text/plain")).toBe("echo hi");
});

test("a file of the API gets heads for people", () => {
  const labels = { id: "Entry", entry_time: "Time" };
  expect(withLabels("id,entry_time,other\r\n1,2026,x\r\n", labels)).toBe(
    "Entry,Time,other\r\n1,2026,x\r\n",
  );
  expect(withLabels("id", labels)).toBe("Entry");
});
