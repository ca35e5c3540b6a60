import { expect, test } from "vitest";
import { isOpenable } from "./openAddress";

test("addresses with a scheme are opened, unless they would run code", () => {
  const good = ["https://h/", "rdp://pc", "SSH:x", "ms-teams:call"];
  expect(good.filter(isOpenable)).toEqual(good);
  const bad = ["JavaScript:alert(1)", "data:text/html,x", "file:///etc", "/x", "", " https:"];
  expect(bad.filter(isOpenable)).toEqual([]);
});
