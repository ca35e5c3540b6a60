import { expect, test } from "vitest";
import { moved, newRepeat, type Repeat, repeatOf, ruleOf } from "./repeat";

/** A Tuesday. */
const START = "2026-11-10T22:00";
const chosen = (values: Partial<Repeat>): Repeat => ({ ...newRepeat(START), ...values });

test("choices make rules, and rules are the same choices again", () => {
  const table: [Partial<Repeat>, string][] = [
    [{}, ""],
    [{ mode: "daily" }, "FREQ=DAILY"],
    [{ mode: "daily", interval: 3, ends: "count", count: 5 }, "FREQ=DAILY;INTERVAL=3;COUNT=5"],
    [{ mode: "weekly", days: ["SA", "SU"] }, "FREQ=WEEKLY;BYDAY=SA,SU"],
    [
      { mode: "weekly", interval: 2, ends: "until", until: "2026-12-31" },
      "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;UNTIL=20261231",
    ],
    [{ mode: "monthlyDay", monthDay: "-1" }, "FREQ=MONTHLY;BYMONTHDAY=-1"],
    [{ mode: "monthlyDay", interval: 6 }, "FREQ=MONTHLY;INTERVAL=6;BYMONTHDAY=10"],
    [{ mode: "monthlyWeekday" }, "FREQ=MONTHLY;BYDAY=2TU"],
    [{ mode: "monthlyWeekday", nth: "-1", nthDay: "FR" }, "FREQ=MONTHLY;BYDAY=-1FR"],
  ];
  for (const [values, text] of table) {
    expect(ruleOf(chosen(values))).toBe(text);
    expect({ ...repeatOf(text, START), raw: "" }).toEqual(chosen(values));
  }
});

test("what a rule leaves to its start is chosen as such", () => {
  expect(repeatOf("FREQ=WEEKLY", START)).toMatchObject({ mode: "weekly", days: ["TU"] });
  expect(repeatOf("FREQ=MONTHLY", START)).toMatchObject({ mode: "monthlyDay", monthDay: "10" });
});

test("rules that no choice makes are kept as they are written", () => {
  const rules = [
    "FREQ=YEARLY",
    "FREQ=MONTHLY;BYDAY=1MO,3MO",
    "FREQ=MONTHLY;BYDAY=MO",
    "FREQ=MONTHLY;BYMONTHDAY=-2",
    "FREQ=MONTHLY;BYMONTH=1;BYMONTHDAY=1",
    "FREQ=DAILY;BYDAY=MO,TU",
    "FREQ=DAILY;UNTIL=20261231T220000Z",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU;WKST=SU",
    "not a rule",
  ];
  for (const text of rules) {
    expect(repeatOf(text, START).mode).toBe("raw");
    expect(ruleOf(repeatOf(text, START))).toBe(text);
  }
});

test("another first day takes along what followed the old one, and leaves what was chosen", () => {
  const later = "2026-11-27T22:00";
  expect(moved(newRepeat(START), START, later)).toEqual(newRepeat(later));
  expect(moved(chosen({ days: ["MO"], nth: "1" }), START, later)).toMatchObject({
    days: ["MO"],
    nth: "1",
    monthDay: "27",
    nthDay: "FR",
  });
  expect(moved(newRepeat(START), START, "")).toEqual(newRepeat(START));
});
