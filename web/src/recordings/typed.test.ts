import { expect, test } from "vitest";
import { utf8 } from "../remote/pipe/bytes";
import { withTyped } from "./typed";

test("what was typed can be read, keys without a letter as well", () => {
  expect(withTyped("", utf8("sudo grüße\r"))).toBe("sudo grüße⏎");
  expect(withTyped("ls", utf8("\u007f\u001b[A\t\u0003"))).toBe("ls⌫⎋[A⇥^C");
});

test("only the end of it is shown, in whole characters", () => {
  const shown = withTyped("😀".repeat(100), utf8("end"));
  expect([[...shown].length, shown.slice(-3), [...shown][0]]).toEqual([80, "end", "😀"]);
});
