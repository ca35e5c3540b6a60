/** Compares what a form would store with what is stored, field by field. */
import type { Schema } from "../../api/client";
import type { Conflict } from "../../conflicts/asking";
import { draftOf, draftOfEntry } from "../../customFields/drafts";

type Fields = Record<string, unknown>;

/** Only what the form would change is compared. */
export function comparable(conflict: Conflict): [theirs: object, mine: object] {
  const stored = fieldsOf(conflict);
  const pairs = Object.entries(unfolded(conflict.mine, stored)).map(
    ([name, value]) => [name, ...comparablePair(name, stored[name], value)] as const,
  );
  return [
    Object.fromEntries(pairs.map(([name, theirs]) => [name, theirs])),
    Object.fromEntries(pairs.map(([name, , mine]) => [name, mine])),
  ];
}

/** A policy of remote sessions is sent alone, and stored beside what applies. */
function fieldsOf({ theirs, mine }: Conflict): Fields {
  const stored: Fields = theirs ?? {};
  return isObject(stored.policy) && !("policy" in mine) ? stored.policy : stored;
}

/** Clients and sites are sent as `{"client": {"name": …}}`, and stored without the outer object. */
function unfolded(mine: Fields, stored: Fields): Fields {
  const entries = Object.entries(mine).flatMap(([name, value]) =>
    isObject(value) && !(name in stored) ? Object.entries(value) : [[name, value] as const],
  );
  return Object.fromEntries(entries);
}

function comparablePair(name: string, theirs: unknown, mine: unknown): [unknown, unknown] {
  if (theirs === MASK) return [MASK, MASK];
  if (!Array.isArray(mine) || !Array.isArray(theirs)) return [theirs, mine];
  if (name === "custom_fields") return customFields(theirs, mine);
  const [their, my] = [theirs[0], mine[0]];
  if (name === "winupdatepolicy" && isObject(their) && isObject(my)) {
    return [Object.fromEntries(Object.keys(my).map((key) => [key, their[key]])), my];
  }
  return [theirs, mine];
}

/** Custom fields by their names: sent are only those that were changed. */
function customFields(
  theirs: Schema<"CustomFieldValue">[],
  mine: Schema<"CustomFieldEntry">[],
): [Fields, Fields] {
  const pairs = mine.map((entry) => {
    const stored = theirs.find((value) => value.field === entry.field);
    const name = stored?.name ?? String(entry.field);
    return [name, stored ? draftOf(stored) : undefined, draftOfEntry(entry)] as const;
  });
  return [
    Object.fromEntries(pairs.map(([name, stored]) => [name, stored])),
    Object.fromEntries(pairs.map(([name, , draft]) => [name, draft])),
  ];
}

/** A secret: neither the stored one nor the new one is shown. */
const MASK = "********";

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
