/** The report that macOS makes about the computer: a group for each of its parts. */
import { fieldsOf, isFields } from "./rows";
import type { Fields } from "./states";

/** Before names and values, saying only which part of the report they are from. */
const PREFIX = /^(spdisplays|sppci|sppower|spstorage|spnetwork|spmemory)_/;

/** The parts by name; what is not such a report stays as it is. */
export function profilerParts(report: unknown): [name: string, rows: unknown][] {
  if (!isFields(report)) return [["system_profiler", report]];
  return Object.entries(report).map(([name, value]) => [name, fieldsOf(value).flatMap(itemsOf)]);
}

/** A controller or a bank is only what its items are in. */
function itemsOf(fields: Fields): Fields[] {
  const items = fieldsOf(fields._items);
  return items.length > 0 ? items.flatMap(itemsOf) : [plain(fields)];
}

function plain(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => name !== "_items")
      .map(([name, value]) => [name.replace(/^_/, "").replace(PREFIX, ""), plainValue(value)]),
  );
}

function plainValue(value: unknown): unknown {
  if (typeof value === "string") return value.replace(PREFIX, "");
  if (Array.isArray(value)) return value.map(plainValue);
  return isFields(value) ? plain(value) : value;
}
