import { expect, test } from "vitest";
import type { Right } from "../session/rights";
import { isDestructive, refusalOf } from "./modes";

const having =
  (...rights: Right[]) =>
  (right: Right) =>
    rights.includes(right) ? undefined : `no ${right}`;

test("an action on many needs the right to act on many and that of the action", () => {
  expect(refusalOf("script", having("can_run_scripts"))).toBe("no can_run_bulk");
  expect(refusalOf("script", having("can_run_bulk"))).toBe("no can_run_scripts");
  expect(refusalOf("script", having("can_run_bulk", "can_run_scripts"))).toBeUndefined();
  expect(refusalOf("remove", having("can_run_bulk", "can_reboot_agents"))).toBe(
    "no can_uninstall_agents",
  );
  expect(refusalOf("checks", having("can_run_bulk"))).toBe("no can_run_checks");
});

test("what cannot be undone is marked", () => {
  const modes = ["reboot", "remove", "command", "recover"];
  expect(modes.map(isDestructive)).toEqual([true, true, false, false]);
});
