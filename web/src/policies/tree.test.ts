import { expect, test } from "vitest";
import type { Client } from "../clients/queries";
import type { ClientOverview, Policy } from "./queries";
import { foundRows, treeRows } from "./tree";

const PLACES: ClientOverview[] = [
  {
    pk: 1,
    name: "Acme",
    server_policy: 3,
    workstation_policy: null,
    sites: [{ pk: 4, name: "Berlin", server_policy: null, workstation_policy: 5 }],
  },
  { pk: 2, name: "Bolt", sites: [{ pk: 6, name: "Oslo" }] },
];
const POLICIES = [{ id: 9, default_server_policy: true }] as Policy[];
const CLIENTS = [
  { id: 1, block_policy_inheritance: true, sites: [{ id: 4, block_policy_inheritance: false }] },
] as Client[];

test("the whole installation comes first, then clients with their sites", () => {
  const rows = treeRows(PLACES, POLICIES, CLIENTS);
  expect(rows.map(({ key, server_policy, block }) => [key, server_policy, block])).toEqual([
    ["all", 9, null],
    ["client-1", 3, true],
    ["client-2", null, null],
  ]);
  expect(rows[1]?.sites).toEqual([
    {
      key: "site-4",
      target: { kind: "site", id: 4 },
      name: "Berlin",
      server_policy: null,
      workstation_policy: 5,
      block: false,
    },
  ]);
});

test("a search keeps clients of that name whole, and others with their sites of that name", () => {
  const rows = treeRows(PLACES, POLICIES, CLIENTS);
  const keys = (search: string) =>
    foundRows(rows, search).map(({ key, sites }) => [key, ...sites.map((site) => site.key)]);
  expect(keys("acme")).toEqual([["client-1", "site-4"]]);
  expect(keys("oslo")).toEqual([["client-2", "site-6"]]);
  expect(keys("nowhere")).toEqual([]);
});
