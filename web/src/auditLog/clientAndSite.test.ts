import { expect, test } from "vitest";
import { clientAndSite } from "./clientAndSite";

test("an entry belongs to a client and a site, as far as it says", () => {
  expect(clientAndSite({ site: { id: 1, name: "Main", client: 2, client_name: "Acme" } })).toBe(
    "Acme · Main",
  );
  expect([
    clientAndSite({ site: "Main" }),
    clientAndSite({ site: null }),
    clientAndSite({}),
  ]).toEqual(["Main", null, null]);
});
