import { expect, test } from "vitest";
import type { Line, Values } from "./graphs";
import { type Scale, summaryOf, valueAt } from "./summary";

const line = (mean: Values, min = mean, max = mean): Line => ({
  key: "cpu ",
  label: "Processor",
  mean,
  min,
  max,
  color: 0,
  isOther: false,
});

const scale: Scale = {
  unit: "percent",
  times: [1_000, 1_300, 1_600, 1_900],
  bucket: 300,
  timeText: (seconds) => `time ${seconds}`,
};

/** Without the spaces that keep number and unit together. */
const plain = (text: string) => text.replaceAll("\u00a0", " ");
const said = (one: Line, now: number) => plain(summaryOf(one, "Processor", scale, now));

test("a line says its newest value and when it was highest", () => {
  const cpu = line([10, 40, 12, null], [5, 20, 11, null], [20, 97, 13, null]);
  expect(said(cpu, 2_000)).toBe("Processor: now 12 %, highest 97 % at time 1300");
});

test("a value that is old is not called the present one", () => {
  const cpu = line([10, 40, 12, null]);
  expect(said(cpu, 1_600 + 300 + 899)).toContain("now 12 %");
  expect(said(cpu, 1_600 + 300 + 900)).toBe(
    "Processor: last 12 % at time 1600, highest 40 % at time 1300",
  );
});

test("the mean of an hour is not called the present value either", () => {
  const hours = { ...scale, bucket: 3_600 };
  const text = plain(summaryOf(line([10, 40, 12, null]), "Processor", hours, 2_000));
  expect(text).toBe("Processor: last 12 % at time 1600, highest 40 % at time 1300");
});

test("of several highest values the first is named, and values below zero count", () => {
  expect(said(line([null, -5, -5, -9]), 2_000)).toBe(
    "Processor: now -9 %, highest -5 % at time 1300",
  );
});

test("a line without any value says nothing but its name", () => {
  expect(said(line([null, null, null, null]), 2_000)).toBe("Processor");
});

test("a value has its extremes when it stands for several minutes, and unknown ones stay empty", () => {
  const cpu = line([10, 40, null, 7], [5, 40, null, null], [20, 40, null, null]);
  expect([0, 1, 2, 3, 4].map((place) => plain(valueAt(cpu, place, "percent")))).toEqual([
    "10 % (5 % to 20 %)",
    "40 %",
    "",
    "7 %",
    "",
  ]);
});
