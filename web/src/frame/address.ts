/** The query string of an address: plain words, never repeated, not sorted. */
import type { Filters } from "../ui/useFilter";

export function parseSearch(text: string): Filters {
  return Object.fromEntries(new URLSearchParams(text));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const set = Object.entries(search).filter(([, value]) => value !== undefined && value !== "");
  const text = new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString();
  // Colons and commas are allowed here, and "edit-site:7" reads better than "edit-site%3A7".
  return text === "" ? "" : `?${text.replaceAll("%3A", ":").replaceAll("%2C", ",")}`;
}
