import { expect, test } from "vitest";
import { formatMoment } from "../texts/format";
import { blockedBy, isSnoozed, type Stateful, stateOf, stateText, worstOf } from "./state";

const NOW = Date.parse("2026-11-18T10:00:00Z");
const LATER = "2026-11-18T12:00:00Z";

const alert = (more: Partial<Stateful> = {}): Stateful => ({
  resolved: false,
  suppressed: false,
  snoozed: false,
  acknowledged: false,
  ...more,
});

test("an alert is in one state, and says who put it there", () => {
  const cases: [Partial<Stateful>, state: string, text: string][] = [
    [{}, "open", "Open"],
    [{ acknowledged: true, acknowledged_by: "ann" }, "acknowledged", "Acknowledged by ann"],
    [{ acknowledged: true }, "acknowledged", "Acknowledged"],
    [{ snoozed: true }, "snoozed", "Snoozed until lifted"],
    [{ snoozed: true, snooze_until: LATER }, "snoozed", `Snoozed until ${formatMoment(LATER)}`],
    [{ resolved: true }, "resolved", "Resolved"],
    [{ resolved: true, resolved_by: "ben" }, "resolved", "Resolved by ben"],
    [{ suppressed: true }, "suppressed", "Suppressed"],
    [{ suppressed: true, resolved: true }, "suppressed", "Suppressed, ended"],
  ];
  for (const [more, state, text] of cases) {
    expect([stateOf(alert(more), NOW), stateText(alert(more), NOW)]).toEqual([state, text]);
  }
});

test("what is resolved counts as resolved, and a snooze says more than an acknowledgement", () => {
  const all = { resolved: true, snoozed: true, acknowledged: true };
  expect(stateOf(alert(all), NOW)).toBe("resolved");
  expect(stateOf(alert({ snoozed: true, acknowledged: true }), NOW)).toBe("snoozed");
});

test("a snooze ends by its time, also before the server has said so", () => {
  const past = { snoozed: true, snooze_until: "2026-11-18T09:59:59Z" };
  expect(isSnoozed(past, NOW)).toBe(false);
  expect(stateOf(alert({ ...past, acknowledged: true }), NOW)).toBe("acknowledged");
});

test("the worst severity is found, and none of none", () => {
  expect(worstOf(["info", "error", "warning"])).toBe("error");
  expect(worstOf(["info", "warning"])).toBe("warning");
  expect(worstOf([])).toBeUndefined();
});

test("what cannot be done says why", () => {
  const done = alert({ resolved: true });
  expect(blockedBy.acknowledge(done)).toBe("It is resolved already.");
  expect(blockedBy.snooze(done)).toBe("It is resolved already.");
  expect(blockedBy.resolve(done)).toBe("It is resolved already.");
  expect(blockedBy.unsnooze(alert())).toBe("It is not snoozed.");
  const taken = alert({ acknowledged: true, acknowledged_by: "ann", snoozed: true });
  expect(blockedBy.acknowledge(taken)).toBe("Acknowledged by ann");
  expect(blockedBy.unsnooze(taken)).toBeUndefined();
  const quiet = alert({ suppressed: true });
  expect(blockedBy.snooze(quiet)).toMatch(/suppressed/);
  expect(blockedBy.resolve(quiet)).toBeUndefined();
  const open = alert();
  expect([blockedBy.acknowledge(open), blockedBy.snooze(open), blockedBy.resolve(open)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
