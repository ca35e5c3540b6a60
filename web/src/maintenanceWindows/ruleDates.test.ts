import { expect, test } from "vitest";
import { dayOf, textOf } from "./days";
import { parseRule, type Rule } from "./rule";
import { datesOf } from "./ruleDates";

function first(text: string, start: string, most = 4): string[] {
  const found: string[] = [];
  for (const day of datesOf(parseRule(text) as Rule, dayOf(start))) {
    if (found.length === most) break;
    found.push(textOf(day));
  }
  return found;
}

test("every few days, and so many times", () => {
  expect(first("FREQ=DAILY;INTERVAL=3;COUNT=3", "2026-02-26")).toEqual([
    "2026-02-26",
    "2026-03-01",
    "2026-03-04",
  ]);
});

test("every other week counts from the week of the start", () => {
  expect(first("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU", "2026-01-07")).toEqual([
    "2026-01-11",
    "2026-01-19",
    "2026-01-25",
    "2026-02-02",
  ]);
  expect(first("FREQ=WEEKLY", "2026-01-07", 2)).toEqual(["2026-01-07", "2026-01-14"]);
});

test("the start of the week matters when weeks are skipped", () => {
  const text = "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=";
  expect(first(`${text}MO`, "1997-08-05")).toEqual([
    "1997-08-05",
    "1997-08-10",
    "1997-08-19",
    "1997-08-24",
  ]);
  expect(first(`${text}SU`, "1997-08-05")).toEqual([
    "1997-08-05",
    "1997-08-17",
    "1997-08-19",
    "1997-08-31",
  ]);
});

test("months without the day are left out, and the last day is always there", () => {
  expect(first("FREQ=MONTHLY;BYMONTHDAY=31", "2026-01-31")).toEqual([
    "2026-01-31",
    "2026-03-31",
    "2026-05-31",
    "2026-07-31",
  ]);
  expect(first("FREQ=MONTHLY;BYMONTHDAY=-1", "2026-01-15", 2)).toEqual([
    "2026-01-31",
    "2026-02-28",
  ]);
});

test("the second Tuesday and the last Friday", () => {
  expect(first("FREQ=MONTHLY;BYDAY=2TU", "2026-11-01", 3)).toEqual([
    "2026-11-10",
    "2026-12-08",
    "2027-01-12",
  ]);
  expect(first("FREQ=MONTHLY;INTERVAL=2;BYDAY=-1FR", "2026-01-01", 2)).toEqual([
    "2026-01-30",
    "2026-03-27",
  ]);
});

test("yearly rules count in the year, or in the months they name", () => {
  expect(first("FREQ=YEARLY;BYDAY=20MO", "1997-05-19", 3)).toEqual([
    "1997-05-19",
    "1998-05-18",
    "1999-05-17",
  ]);
  expect(first("FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "2026-01-01", 2)).toEqual([
    "2026-03-29",
    "2027-03-28",
  ]);
  expect(first("FREQ=YEARLY", "2024-02-29", 2)).toEqual(["2024-02-29", "2028-02-29"]);
});

test("a last day is included, and what never comes ends", () => {
  expect(first("FREQ=DAILY;UNTIL=20260103", "2026-01-01")).toEqual([
    "2026-01-01",
    "2026-01-02",
    "2026-01-03",
  ]);
  expect(first("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "2026-01-01")).toEqual([]);
});
