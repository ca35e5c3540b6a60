import { expect, test } from "vitest";
import { parseRule, ruleText } from "./rule";

test("rules are read and written", () => {
  const texts = [
    "FREQ=DAILY",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=SA,SU;COUNT=10",
    "FREQ=MONTHLY;BYMONTHDAY=1,-1;UNTIL=20261231",
    "FREQ=MONTHLY;BYDAY=2TU,-1FR",
    "FREQ=YEARLY;BYMONTH=3;BYDAY=SU;WKST=SU;UNTIL=20301231T235959Z",
    "FREQ=YEARLY;BYDAY=20MO",
  ];
  expect(texts.map((text) => ruleText(parseRule(text) as never))).toEqual(texts);
});

test("case, spaces, a name before it and parts that say nothing do not matter", () => {
  const rule = parseRule(" rrule:freq=weekly; interval=1;byday=mo;; ");
  expect(rule && ruleText(rule)).toBe("FREQ=WEEKLY;BYDAY=MO");
});

test("what the server refuses is no rule", () => {
  const wrong = [
    "",
    "BYDAY=MO",
    "FREQ=HOURLY",
    "FREQ=DAILY;FREQ=DAILY",
    "FREQ=DAILY;INTERVAL=0",
    "FREQ=DAILY;COUNT=1001",
    "FREQ=DAILY;COUNT=1;UNTIL=20261231",
    "FREQ=DAILY;UNTIL=tomorrow",
    "FREQ=WEEKLY;BYMONTHDAY=1",
    "FREQ=WEEKLY;BYDAY=1MO",
    "FREQ=MONTHLY;BYDAY=6MO",
    "FREQ=MONTHLY;BYDAY=XX",
    "FREQ=MONTHLY;BYMONTHDAY=32",
    "FREQ=YEARLY;BYMONTH=13",
    "FREQ=DAILY;BYHOUR=3",
    "FREQ",
  ];
  expect(wrong.filter((text) => parseRule(text) !== null)).toEqual([]);
});
