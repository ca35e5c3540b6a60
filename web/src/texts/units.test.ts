import { expect, test } from "vitest";
import { formatInUnit, formatRate } from "./units";

/** Without the spaces that keep number and unit together. */
const plain = (text: string) => text.replaceAll("\u00a0", " ");

test("every unit of the API has its sign", () => {
  const values: [number, string][] = [
    [12.34, "percent"],
    [4 * 1024 ** 3, "bytes"],
    [1_530_000, "bytes_per_second"],
    [41.5, "celsius"],
    [0.256, "load"],
    [1234.4, "count"],
    [3.14, "milliseconds"],
    [1234.4, "milliseconds"],
    [0, "failure"],
    [1, "failure"],
  ];
  expect(values.map(([value, unit]) => plain(formatInUnit(value, unit)))).toEqual([
    "12.3 %",
    "4 GiB",
    "1.5 MB/s",
    "41.5 °C",
    "0.26",
    "1,234",
    "3.1 ms",
    "1,234 ms",
    "passing",
    "failing",
  ]);
});

test("a unit of a newer server leaves the number as it is", () => {
  expect(formatInUnit(7.5, "volts")).toBe("7.5");
});

test("rates go up in thousands, and no further than the last unit", () => {
  expect([0, 999, 1000, 2.5e9, 7e15].map(formatRate).map(plain)).toEqual([
    "0 B/s",
    "999 B/s",
    "1 kB/s",
    "2.5 GB/s",
    "7,000 TB/s",
  ]);
});
