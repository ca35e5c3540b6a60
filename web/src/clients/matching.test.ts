import { expect, test } from "vitest";
import { matching } from "./matching";
import type { Client } from "./queries";

const clients = [
  { name: "Acme", sites: [{ name: "Berlin" }, { name: "Paris" }] },
  { name: "Paris Bakery", sites: [{ name: "Main" }] },
] as Client[];

const found = (search: string) =>
  matching(clients, search).map((client) => [client.name, client.sites.map((site) => site.name)]);

test("a client is found by its name with all sites, or by a site with only that", () => {
  expect(found("paris")).toEqual([
    ["Acme", ["Paris"]],
    ["Paris Bakery", ["Main"]],
  ]);
  expect(found("nobody")).toEqual([]);
  expect(found(" ")).toHaveLength(2);
});
