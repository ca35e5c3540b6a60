/** The groups of an inventory, from the `wmi_detail` of an agent with any system. */
import { sentence } from "../texts/texts";
import type { Tone } from "../ui/theme";
import { columnsOf } from "./columnNames";
import { inventory as words } from "./messages";
import { profilerParts } from "./profiler";
import { fieldsOf, isFields, type Row, rowsOf } from "./rows";
import { type Fields, isEnabled } from "./states";
import { fieldWords } from "./words";

export type Detail = Record<string, unknown>;

/** What is said about a group as a whole. */
export interface Note {
  tone: Tone;
  label: string;
  reason: string;
}

export interface Group {
  /** As the agent names it. */
  id: string;
  title: string;
  /** One row is shown as facts, several as a table; items of a plain list have no names. */
  shape: "list" | "facts" | "table";
  rows: Row[];
  /** The names that the table shows; the rest is in the details of a row. */
  columns: string[];
  note?: Note;
}

const ORDER = Object.keys(words.groups);

/** What the agent could not ask is named after its question, which differs for some groups. */
const ASKED_AS: Record<string, string> = {
  encryptable_volume: "volumes",
  firewall_product: "firewall_products",
  monitor_id: "monitors",
  physical_disk: "physical_disks",
};

/** Every group that says something, the known ones first. */
export function groupsOf(detail: Detail): Group[] {
  const { unknown, ...known } = detail;
  const reasons = reasonsOf(unknown);
  const values = new Map(valuesOf(known));
  for (const id of reasons.keys()) if (!values.has(id)) values.set(id, []);
  const hasOtherFirewall = fieldsOf(detail.firewall_products).some(isEnabled);
  const groups = [...values].map(([id, value]) => {
    const rows = rowsOf(id, fieldsOf(value), hasOtherFirewall);
    return groupOf(id, rows, noteOf(id, rows, reasons.get(id)));
  });
  return groups
    .filter(({ rows, note }) => rows.length > 0 || note !== undefined)
    .toSorted((left, right) => positionOf(left) - positionOf(right));
}

function groupOf(id: string, rows: Row[], note: Note | undefined): Group {
  const isList = rows.every(({ facts }) => facts.every(({ name }) => name === ""));
  const shape = isList ? "list" : rows.length === 1 ? "facts" : "table";
  const title = words.groups[id] ?? fieldWords(id);
  return { id, title, shape, rows, columns: columnsOf(id, rows), ...(note && { note }) };
}

/** Single values are facts of the computer, and the report of macOS is many groups. */
function valuesOf({ system_profiler: report, ...others }: Detail): [id: string, value: unknown][] {
  const isSingle = (value: unknown) => value !== null && typeof value !== "object";
  const entries = Object.entries(others);
  const computer = Object.fromEntries(entries.filter(([, value]) => isSingle(value)));
  const groups = entries.filter(([, value]) => !isSingle(value));
  return [["", [computer]], ...groups, ...profilerParts(report)];
}

function reasonsOf(unknown: unknown): Map<string, string> {
  const reasons: Fields = isFields(unknown) ? unknown : {};
  return new Map(Object.entries(reasons).map(([id, why]) => [ASKED_AS[id] ?? id, String(why)]));
}

/** Unknown is a state; so is a computer that nothing protects. */
function noteOf(id: string, rows: Row[], reason: string | undefined): Note | undefined {
  if (reason !== undefined) {
    return { tone: "quiet", label: words.unknown, reason: sentence(reason) };
  }
  if (rows.length > 0) return undefined;
  if (id === "antivirus") {
    return { tone: "bad", label: words.noAntivirus, reason: words.noAntivirusHint };
  }
  const isUnreadable = id === "firewall" || id === "tpm";
  return isUnreadable
    ? { tone: "quiet", label: words.unknown, reason: words.unreadable }
    : undefined;
}

function positionOf({ id }: Group): number {
  const at = ORDER.indexOf(id);
  return at < 0 ? ORDER.length : at;
}
