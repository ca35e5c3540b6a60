/** The current value and what the check would say of it, in one line. */
import { formatNumber, formatPercent } from "../texts/format";
import { formatInUnit } from "../texts/units";
import { form as words } from "./formMessages";
import type { CheckValues } from "./values";
import type { Proviso, Reading, Verdict } from "./verdict";

/** "Now 71 % used", "The last run returned 2". */
export function nowText(reading: Reading): string {
  switch (reading.kind) {
    case "usage":
      return words.now(words.valueUsed(percent(reading.percent)));
    case "disk":
      return words.now(freeText(reading));
    case "nodisk":
      return words.now(words.noDisk);
    case "service":
      return words.now(words.states[reading.state] ?? reading.state);
    case "code":
      return words.lastCode(reading.code);
    case "latency":
      return words.now(formatInUnit(reading.ms, "milliseconds"));
  }
}

/** A tenth of a percent decides nothing for people. */
const percent = (value: number) => formatPercent(Math.round(value * 10) / 10);

function freeText({ freePercent, freeBytes }: Extract<Reading, { kind: "disk" }>): string {
  if (freeBytes === null) return words.valueFree(percent(freePercent));
  const gigabytes = freeBytes / 1e9;
  const rounded = gigabytes < 10 ? Math.round(gigabytes * 10) / 10 : Math.round(gigabytes);
  return words.valueFreeBytes(percent(freePercent), formatNumber(rounded));
}

/** "Now 71 % used, would be: passing"; only the value where the form says too little. */
export function verdictText(
  values: CheckValues,
  reading: Reading | null,
  verdict: Verdict | null,
): string {
  if (!reading) return words.notKnown;
  if (!verdict) return nowText(reading);
  const provisos = verdict.provisos.map((proviso) => provisoText(proviso, values));
  const state = [words.verdicts[verdict.state], ...provisos].join(" ");
  return words.wouldBe(nowText(reading), state);
}

function provisoText(proviso: Proviso, values: CheckValues): string {
  return proviso === "minutes"
    ? words.provisos.minutes(Number(values.for_minutes))
    : words.provisos[proviso];
}
