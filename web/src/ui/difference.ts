/** What differs between two versions of something, key by key. */

export interface Change {
  key: string;
  before: string | null;
  after: string | null;
}

/** The keys whose values differ; nested objects are named with dots. */
export function difference(before: unknown, after: unknown): Change[] {
  const left = flat(before);
  const right = flat(after);
  return [...new Set([...left.keys(), ...right.keys()])]
    .filter((key) => left.get(key) !== right.get(key))
    .map((key) => ({ key, before: left.get(key) ?? null, after: right.get(key) ?? null }));
}

function flat(value: unknown, prefix = "", found = new Map<string, string>()) {
  if (value === null || value === undefined) return found;
  if (typeof value !== "object" || Array.isArray(value)) {
    found.set(prefix || "value", text(value));
    return found;
  }
  for (const [key, inner] of Object.entries(value)) {
    const name = prefix ? `${prefix}.${key}` : key;
    if (inner !== null && typeof inner === "object" && !Array.isArray(inner))
      flat(inner, name, found);
    else if (inner !== null && inner !== undefined) found.set(name, text(inner));
  }
  return found;
}

const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
