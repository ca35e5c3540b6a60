/** Measured values in their unit, which the API names beside them. */
import { formatBytes, formatNumber, formatPercent } from "./format";
import { locale, texts } from "./texts";

const wholes = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
const hundredths = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });

/** A number and its unit stay on one line. */
const JOIN = "\u00a0";

/** Results that are no measurement: 1 for a failure, 0 for a pass, and nothing between. */
const results = texts({ passing: "passing", failing: "failing" });

/** Decimal, as network cards and disks are sold; sizes in memory and on disks are binary. */
const RATES = ["B/s", "kB/s", "MB/s", "GB/s", "TB/s"];

/** "1.5 MB/s". */
export function formatRate(bytesPerSecond: number): string {
  let value = bytesPerSecond;
  let step = 0;
  while (Math.abs(value) >= 1000 && step < RATES.length - 1) {
    value /= 1000;
    step += 1;
  }
  return `${tenths.format(value)}${JOIN}${RATES[step]}`;
}

/** "12 %", "4 GiB", "1.5 MB/s", "41.5 °C", "12 ms"; in a unit that this page does not know, the number alone. */
export function formatInUnit(value: number, unit: string): string {
  switch (unit) {
    case "percent":
      return formatPercent(value);
    case "bytes":
      return formatBytes(value);
    case "bytes_per_second":
      return formatRate(value);
    case "celsius":
      return `${tenths.format(value)}${JOIN}°C`;
    case "milliseconds":
      return `${(value < 10 ? tenths : wholes).format(value)}${JOIN}ms`;
    case "failure":
      return value === 1 ? results.failing : value === 0 ? results.passing : "";
    case "count":
      // The mean of some minutes; there is no half process.
      return formatNumber(Math.round(value));
    default:
      return hundredths.format(value);
  }
}
