import { expect, test } from "vitest";
import { completed, completionsOf, unknownIn } from "./searchWords";

const words = (search: string) => completionsOf(search).map(({ word }) => word);

test("fields and states are offered while one types", () => {
  expect(words("us")).toEqual(["user:"]);
  expect(words("main -cl")).toEqual(["client:"]);
  expect(words("is:off")).toEqual(["is:offline"]);
  expect(words("is:")).toContain("is:maintenance");
});

test("nothing is offered for a letter, a value, a phrase or what is written already", () => {
  for (const search of ["u", "user:an", 'say "us', "is:offline", "srv-01", ""]) {
    expect(words(search)).toEqual([]);
  }
});

test("what is chosen takes the place of the last word", () => {
  expect(completed("main -cl", "client:")).toBe("main -client:");
  expect(completed("is:off", "is:offline")).toBe("is:offline ");
});

test("a field or state that does not exist is explained", () => {
  expect(unknownIn("usr:fatima")).toEqual([
    'There is no field "usr". Did you mean "user:"? To search for these characters, put them in quotes.',
  ]);
  expect(unknownIn("xyz:1 is:foo")).toEqual([
    'There is no field "xyz". To search for these characters, put them in quotes.',
    '"is:foo" is not a known state. After is: you can use online, offline, overdue, server, workstation, ' +
      "maintenance, rebootneeded, checksfailing, patchespending or actionspending.",
  ]);
});

test("what the search knows needs no explanation", () => {
  const known =
    'user:anna client:"abel & co" logged_username:x is:reboot -os:linux "c:\\temp" is: 10.0';
  expect(unknownIn(known)).toEqual([]);
});
