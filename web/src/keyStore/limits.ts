/** What the form of a value holds, and what it sends. */
import type { Key } from "./queries";

export interface KeyValues {
  name: string;
  value: string;
  secret: boolean;
  allowed_clients: string[];
  allowed_scripts: string[];
  allow_adhoc: boolean;
}

export function valuesOf(stored?: Key): KeyValues {
  return {
    name: stored?.name ?? "",
    value: stored && !stored.secret ? (stored.value ?? "") : "",
    secret: stored?.secret ?? true,
    allowed_clients: (stored?.allowed_clients ?? []).map(String),
    allowed_scripts: (stored?.allowed_scripts ?? []).map(String),
    allow_adhoc: stored?.allow_adhoc ?? true,
  };
}

/** The body of the request, without a secret that stays as it is. */
export function bodyOf({ value, ...values }: KeyValues, keepsValue: boolean) {
  return {
    ...values,
    ...(keepsValue ? {} : { value }),
    allowed_clients: values.allowed_clients.map(Number),
    allowed_scripts: values.allowed_scripts.map(Number),
  };
}

/** Choices by name. One that was deleted stays under its number: an empty list means all. */
export function choices(existing: { id: number; name: string }[], chosen: string[]) {
  const known = existing.map(({ id, name }) => ({ value: String(id), label: name }));
  const gone = chosen.filter((id) => !known.some(({ value }) => value === id));
  return [...known, ...gone.map((id) => ({ value: id, label: `#${id}` }))];
}
