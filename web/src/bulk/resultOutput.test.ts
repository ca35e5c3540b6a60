import { expect, test } from "vitest";
import { glance } from "./resultOutput";

test("a glance shows the first lines that say something, without colours", () => {
  const printed = { stdout: "\n\u001b[32mone\u001b[0m\ntwo\nthree\n", stderr: "oh\n" };
  expect(glance(printed, false)).toBe("one\ntwo");
  expect(glance(printed, true)).toBe("oh");
});

test("where one stream is empty, the other is looked at", () => {
  expect(glance({ stdout: "", stderr: "warning\n" }, false)).toBe("warning");
  expect(glance({ stdout: "done\n", stderr: " \n" }, true)).toBe("done");
  expect(glance({ stdout: "", stderr: "" }, true)).toBe("");
});
