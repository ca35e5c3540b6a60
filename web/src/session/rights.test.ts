import { expect, test } from "vitest";
import { allows, rightGroups } from "./rights";

test("every right is in exactly one group", () => {
  const grouped = rightGroups.flatMap((group) => group.rights);
  expect(grouped.toSorted()).toEqual(Object.keys(allows).toSorted());
});
