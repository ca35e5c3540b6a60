import { expect, test } from "vitest";
import { ruleSentence } from "./ruleSentence";

test("rules are said in words", () => {
  const said: [string, string][] = [
    ["", "Once"],
    ["FREQ=DAILY", "Every day at 22:00"],
    ["FREQ=DAILY;INTERVAL=3;COUNT=5", "Every 3 days at 22:00, 5 times"],
    ["FREQ=WEEKLY", "Every Tuesday at 22:00"],
    ["FREQ=WEEKLY;BYDAY=SA,SU", "Every Saturday and Sunday at 22:00"],
    ["FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "Every weekday at 22:00"],
    ["FREQ=WEEKLY;INTERVAL=2;BYDAY=MO", "Every 2 weeks on Monday at 22:00"],
    ["FREQ=MONTHLY;BYMONTHDAY=1,-1", "Every month on day 1 and the last day at 22:00"],
    ["FREQ=MONTHLY;INTERVAL=3;BYDAY=2TU", "Every 3 months on the second Tuesday at 22:00"],
    ["FREQ=YEARLY", "Every year on day 10 in November at 22:00"],
    ["FREQ=MONTHLY;BYDAY=-2FR", "Every month on the second to last Friday at 22:00"],
    ["FREQ=YEARLY;BYDAY=21MO", "Every year on the 21st Monday at 22:00"],
    ["FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "Every year on the last Sunday in March at 22:00"],
    ["something else", "By the rule something else"],
  ];
  expect(said.map(([rule]) => ruleSentence(rule, "2026-11-10T22:00"))).toEqual(
    said.map(([, sentence]) => sentence),
  );
});

test("the last day is named", () => {
  expect(ruleSentence("FREQ=DAILY;UNTIL=20261231", "2026-11-10T22:00")).toMatch(
    /^Every day at 22:00, until .*2026/,
  );
});
