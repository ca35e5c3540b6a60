/** Values of the inventory as short text: yes and no, sizes, dates, lists. */
import { formatBytes, formatMoment, formatNumber } from "../texts/format";
import { locale } from "../texts/texts";
import { ui } from "../ui/messages";
import { meaningOf } from "./codes";
import { fieldWords, following } from "./words";

/** Texts of a field, by its name; `""` for what says nothing. */
export function valueText(name: string, value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? ui.yes : ui.no;
  if (Array.isArray(value)) return listText(name, value);
  if (typeof value === "object") return objectText(value);
  const text = String(value).trim();
  if (/^\d+$/.test(text)) return meaningOf(name, text) ?? measured(name, Number(text)) ?? text;
  return dateText(text) ?? text;
}

function listText(name: string, items: unknown[]): string {
  const separator = items.some((item) => typeof item === "object") ? "; " : ", ";
  return items
    .map((item) => valueText(name, item))
    .filter(Boolean)
    .join(separator);
}

function objectText(value: object): string {
  return Object.entries(value)
    .map(([name, inner]) => [fieldWords(name), valueText(name, inner)] as const)
    .filter(([, text]) => text !== "")
    .map(([label, text], at) => `${at === 0 ? label : following(label)}: ${text}`)
    .join(", ");
}

const BYTES = /^(Capacity|AdapterRAM|TotalPhysicalMemory)$|_bytes$/;
/** Sizes too, unless the number is too small for one. */
const PERHAPS_BYTES = /^([Ss]ize|total|used|free|memory)$/;
const KIBIBYTES = /^(TotalVisibleMemorySize|L[23]CacheSize)$/;
const MEGAHERTZ = /^(MaxClockSpeed|Speed|ConfiguredClockSpeed)$/;
const MEBIBYTE = 1024 ** 2;

/** A number in the unit of its field; a size of nothing says nothing. */
function measured(name: string, value: number): string | undefined {
  if (BYTES.test(name)) return value === 0 ? "" : formatBytes(value);
  if (PERHAPS_BYTES.test(name) && value >= MEBIBYTE) return formatBytes(value);
  if (KIBIBYTES.test(name)) return value === 0 ? "" : formatBytes(value * 1024);
  if (MEGAHERTZ.test(name)) return value === 0 ? "" : `${formatNumber(value)}\u00a0MHz`;
  return undefined;
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const days = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });

/** Midnight is a day: the release of a BIOS or a driver has no time. */
function dateText(text: string): string | undefined {
  if (!INSTANT.test(text)) return undefined;
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) return undefined;
  return text.endsWith("T00:00:00Z") ? days.format(time) : formatMoment(time);
}
