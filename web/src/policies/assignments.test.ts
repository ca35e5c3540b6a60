import { expect, test } from "vitest";
import type { Client } from "../clients/queries";
import { assignmentSummary, assignmentsOf } from "./assignments";
import type { Policy, Related } from "./queries";

test("what a policy is set on is summarised in few words", () => {
  const policy = { id: 3, default_server_policy: true, default_workstation_policy: false };
  const clients = [
    { server_policy: 3, workstation_policy: null, sites: [{ workstation_policy: 3 }] },
    { server_policy: null, workstation_policy: 4, sites: [{ server_policy: 4 }] },
  ];
  expect(assignmentSummary(policy as Policy, clients as Client[])).toBe(
    "All servers, 1 client, 1 site",
  );
  expect(assignmentSummary({ id: 9 } as Policy, clients as Client[])).toBe("");
});

test("a place with servers and workstations is one row, and the widest comes first", () => {
  const related: Related = {
    pk: 3,
    name: "Base",
    is_default_server_policy: false,
    is_default_workstation_policy: true,
    server_clients: [{ id: 1, name: "Acme" }],
    workstation_clients: [{ id: 1, name: "Acme" }],
    server_sites: [{ id: 1, name: "Head office", client: 1, client_name: "Acme" }],
    workstation_sites: [],
    agents: [
      {
        id: 5,
        agent_id: "abc",
        hostname: "pc-1",
        site: 1,
        site_name: "Head office",
        client: 1,
        client_name: "Acme",
      },
    ],
  };
  const rows = assignmentsOf(related).map(({ key, name, within, servers, workstations }) => [
    key,
    name,
    within,
    servers,
    workstations,
  ]);
  expect(rows).toEqual([
    ["all-", "All workstations", "", false, true],
    ["client-1", "Acme", "", true, true],
    ["site-1", "Head office", "Acme", true, false],
    ["agent-abc", "pc-1", "Acme · Head office", true, false],
  ]);
});
