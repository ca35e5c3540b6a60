import { expect, test, vi } from "vitest";
import type { Run } from "./queries";

vi.stubGlobal("window", { location: { origin: "http://test" }, addEventListener: () => {} });
vi.stubGlobal("document", { createElement: () => ({}) });
const { fileColumns, withSites } = await import("./file");
const { tableCsv } = await import("../ui/tableCsv");

const run = (id: number, agent_id: string | null) =>
  ({ id, agent_id, hostname: "pc-1", status: "passed", type: "cmd_run", command: "df" }) as Run;

test("a run in a file says whose computer it was", () => {
  const agents = [{ agent_id: "a", client_name: "Acme", site_name: "Main" }];
  const rows = withSites([run(1, "a"), run(2, "gone"), run(3, null)], agents);
  expect(rows.map(({ client, site }) => [client, site])).toEqual([
    ["Acme", "Main"],
    ["", ""],
    ["", ""],
  ]);
  const [heads, first] = tableCsv(fileColumns, rows).split("\r\n");
  expect(heads).toContain("Agent,Client,Site");
  expect(first).toContain("pc-1,Acme,Main");
});
