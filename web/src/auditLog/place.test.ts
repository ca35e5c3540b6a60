import { expect, test } from "vitest";
import { placeOf } from "./place";

test("an entry belongs to a client and a site, as far as it says", () => {
  expect(placeOf({ site: { id: 1, name: "Main", client: 2, client_name: "Acme" } })).toBe(
    "Acme · Main",
  );
  expect([placeOf({ site: "Main" }), placeOf({ site: null }), placeOf({})]).toEqual([
    "Main",
    null,
    null,
  ]);
});
