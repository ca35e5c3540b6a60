/** The search syntax for agents: completions while typing, and messages about unknown fields and states. */
import { agents } from "./messages";

/** Fields as people call them, with what each looks at. */
export const FIELDS: Record<string, string> = agents.searchFields;

/** What can follow `is:`. */
export const STATES: Record<string, string> = agents.searchStates;

/** Fields have the names of the API as well. */
const KNOWN = new Set([
  ...Object.keys(FIELDS),
  ...Object.keys(agents.column),
  ...["is", "id", "client", "site", "italic", "policy", "custom_fields", "overdue_email_alert"],
]);

export interface Completion {
  /** Replaces the word that is being typed. */
  word: string;
  about: string;
}

/** Shorter words match too much. */
const SHORTEST = 2;

/** What the last word of a search may become. */
export function completionsOf(search: string): Completion[] {
  const word = lastWord(search).replace(/^-/, "").toLowerCase();
  const [field = "", value] = word.split(":");
  if (value === undefined) {
    if (word.length < SHORTEST) return [];
    return offers({ ...FIELDS, is: agents.searchIs }, word, (name) => `${name}:`);
  }
  return field === "is" ? offers(STATES, value, (state) => `is:${state}`) : [];
}

function offers(words: Record<string, string>, begun: string, written: (word: string) => string) {
  return Object.entries(words)
    .filter(([word]) => word.startsWith(begun) && written(word) !== `is:${begun}`)
    .map(([word, about]) => ({ word: written(word), about }));
}

/** The search with its last word replaced. A field waits for its value, anything else for another word. */
export function completed(search: string, word: string): string {
  const last = lastWord(search);
  const minus = last.startsWith("-") ? "-" : "";
  const rest = search.slice(0, search.length - last.length);
  return `${rest}${minus}${word}${word.endsWith(":") ? "" : " "}`;
}

/** Nothing inside a phrase. */
function lastWord(search: string): string {
  const isInPhrase = (search.match(/"/g) ?? []).length % 2 === 1;
  return isInPhrase ? "" : (/\S*$/.exec(search)?.[0] ?? "");
}

/** Unknown fields and states in a search: a sentence for each. */
export function unknownIn(search: string): string[] {
  const terms = search.match(/"[^"]*"?|[^\s"]+(?:"[^"]*"?)?/g) ?? [];
  return terms.flatMap((term) => {
    const [, field, value] = /^-?(\w+):(.*)$/.exec(term) ?? [];
    if (field === undefined || value === undefined || value === "") return [];
    const name = field.toLowerCase();
    if (!KNOWN.has(name)) return [agents.unknownField(field, nearest(name))];
    const isState = Object.keys(STATES).some((state) => state.includes(value.toLowerCase()));
    return name !== "is" || isState ? [] : [agents.unknownState(value)];
  });
}

/** The field somebody may have meant. */
function nearest(name: string): string | undefined {
  const begin = name.slice(0, SHORTEST);
  return Object.keys(FIELDS).find((field) => field.startsWith(begin) || name.includes(field));
}
