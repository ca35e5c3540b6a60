import { expect, test } from "vitest";
import type { AgentRow } from "../agents/fleetRows";
import { byStatus, bySystem, byUpdates, byVersion, systemOf } from "./shares";

const agent = (more: Partial<AgentRow>) =>
  ({
    status: "online",
    version: "1.0.0",
    operating_system: "Debian GNU/Linux 12 (bookworm)",
    has_patches_pending: false,
    needs_reboot: false,
    ...more,
  }) as AgentRow;

const shown = (shares: ReturnType<typeof byStatus>) =>
  shares.map(({ label, count, search }) => [label, count, search?.search ?? search?.status]);

test("every status has its share, also when nobody is in it", () => {
  expect(shown(byStatus([agent({}), agent({ status: "overdue" })]))).toEqual([
    ["Online", 1, "online"],
    ["Offline", 0, "offline"],
    ["Overdue", 1, "overdue"],
  ]);
});

test("an agent with updates and a reboot to come counts once", () => {
  const rows = [
    agent({ has_patches_pending: true, needs_reboot: true }),
    agent({ needs_reboot: true }),
    agent({}),
  ];
  expect(shown(byUpdates(rows))).toEqual([
    ["Updates pending", 1, "is:patchespending"],
    ["Reboot needed", 1, "is:rebootneeded -is:patchespending"],
    ["Nothing to do", 1, "-is:patchespending -is:rebootneeded"],
  ]);
});

test("systems are told apart by name, not by build", () => {
  const names = [
    "Windows 11 Pro, 64 bit v23H2 (build 22631.4317)",
    "Debian GNU/Linux 12 (bookworm)",
    "",
  ];
  expect(names.map((operating_system) => systemOf({ operating_system }))).toEqual([
    "Windows 11 Pro",
    "Debian GNU/Linux 12",
    "",
  ]);
});

test("the largest groups come first; what is unknown leads nowhere", () => {
  const rows = [agent({ operating_system: "" }), agent({}), agent({})];
  expect(shown(bySystem(rows))).toEqual([
    ["Debian GNU/Linux 12", 2, 'operating_system:"Debian GNU/Linux 12"'],
    ["Unknown", 1, undefined],
  ]);
});

test("more groups than colours are counted together", () => {
  const rows = Array.from({ length: 9 }, (_, index) => agent({ version: `1.${index}` }));
  const shares = byVersion(rows);
  expect(shares).toHaveLength(8);
  expect(shares.at(-1)).toMatchObject({ label: "Others", count: 2 });
});
