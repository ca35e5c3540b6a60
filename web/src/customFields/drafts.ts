/** Custom field values while they are edited: one draft per definition. */
import type { Schema } from "../api/client";
import { plainText } from "../terminal/terminal";
import { formatMoment } from "../texts/format";
import { ui } from "../ui/messages";

type Definition = Schema<"CustomField">;
type Value = Schema<"CustomFieldValue">;
type Entry = Schema<"CustomFieldEntry">;

/** What a field holds, whether it is stored or the default. */
type Held = Pick<Value, "type" | "string_value" | "bool_value" | "multiple_value">;

export type Draft = string | boolean | string[];
/** By the id of the definition. */
export type Drafts = Record<number, Draft>;

/** The first values of the form: the stored value, else the definition's default. */
export function initialDrafts(definitions: Definition[], values: Value[] = []): Drafts {
  return Object.fromEntries(
    definitions.map((definition) => [definition.id, draftOf(fieldValue(definition, values))]),
  );
}

/** What a field holds: answers list only the values that are set, for others the default counts. */
export function fieldValue(definition: Definition, values: Value[]): Held {
  const stored = values.find((value) => value.field === definition.id);
  if (stored) return stored;
  const { type } = definition;
  const held = defaultOf(definition);
  return {
    type,
    string_value: Array.isArray(held) ? held.join(",") : String(held),
    bool_value: typeof held === "boolean" ? held : null,
    multiple_value: Array.isArray(held) ? held : null,
  };
}

export function draftOf(value: Held): Draft {
  if (value.type === "checkbox") return value.bool_value ?? value.string_value === "true";
  if (value.type === "multiple") return value.multiple_value ?? [];
  return plainText(value.string_value);
}

function defaultOf(definition: Definition): Draft {
  if (definition.type === "checkbox") return definition.default_value_bool;
  if (definition.type === "multiple") return definition.default_values_multiple;
  return definition.default_value_string;
}

/** What to send: only the fields that differ from what was there. */
export function changedEntries(before: Drafts, after: Drafts): Entry[] {
  return Object.entries(after)
    .filter(([field, draft]) => !same(before[Number(field)], draft))
    .map(([field, draft]) => entryOf(Number(field), draft));
}

/** What to send for something new: every field that has a value. */
export function allEntries(drafts: Drafts): Entry[] {
  return Object.entries(drafts)
    .filter(([, draft]) => draft !== "" && !(Array.isArray(draft) && draft.length === 0))
    .map(([field, draft]) => entryOf(Number(field), draft));
}

export function entryOf(field: number, draft: Draft): Entry {
  if (typeof draft === "boolean") return { field, bool_value: draft };
  if (Array.isArray(draft)) return { field, multiple_value: draft };
  return { field, string_value: draft === "" ? null : draft };
}

/** An entry that was made here, back in its input. */
export function draftOfEntry(entry: Entry): Draft {
  return entry.bool_value ?? entry.multiple_value ?? entry.string_value ?? "";
}

/** Nothing, in the shape the field's type has. */
export function emptyDraft(definition: Definition): Draft {
  if (definition.type === "checkbox") return false;
  return definition.type === "multiple" ? [] : "";
}

function same(left: Draft | undefined, right: Draft): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/** A value as people write it. One that a script printed may have colours in it: they are left out. */
export function valueText(value: Held): string {
  if (value.type === "multiple") return (value.multiple_value ?? []).join(", ");
  if (value.type === "checkbox") return value.bool_value ? ui.yes : ui.no;
  const isMoment = value.type === "datetime" && !Number.isNaN(Date.parse(value.string_value));
  return isMoment ? formatMoment(value.string_value) : plainText(value.string_value);
}
