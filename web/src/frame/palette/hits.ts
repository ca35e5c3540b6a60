/** What the palette finds in a list, in which order, and why. */
import { agents as names } from "../../agents/messages";
import type { Schema } from "../../api/client";

/** Something the palette can find. */
export interface Findable {
  label: string;
  /** More that it is found by: a description, the name of its client. */
  also?: string;
}

/** How many of a kind are shown; the rest is one entry that leads to all of them. */
export const SHOWN = 6;

export interface Found<One> {
  shown: One[];
  /** How many more there are. */
  more: number;
}

/** Everything that has all words, what begins with them first. */
export function find<One extends Findable>(all: One[], search: string): Found<One> {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const whole = words.join(" ");
  const found = all
    .filter(({ label, also }) => {
      const text = `${label} ${also ?? ""}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .toSorted((left, right) => rank(left.label, whole) - rank(right.label, whole));
  return { shown: found.slice(0, SHOWN), more: Math.max(0, found.length - SHOWN) };
}

function rank(label: string, whole: string): number {
  const text = label.toLowerCase();
  if (text === whole) return 0;
  if (text.startsWith(whole)) return 1;
  return text.includes(whole) ? 2 : 3;
}

/** Results of the server: exact names and beginnings of names first. */
export function ranked<One>(found: One[], nameOf: (one: One) => string, search: string): One[] {
  const whole = search.trim().toLowerCase();
  return found.toSorted((left, right) => rank(nameOf(left), whole) - rank(nameOf(right), whole));
}

type AgentHit = Pick<
  Schema<"AgentItem">,
  | "hostname"
  | "client_name"
  | "site_name"
  | "logged_username"
  | "description"
  | "operating_system"
  | "public_ip"
  | "local_ips"
  | "make_model"
  | "serial_number"
  | "custom_fields"
>;

/** Where a word may have been found, the likeliest first. */
const REASONS = [
  "logged_username",
  "description",
  "public_ip",
  "local_ips",
  "serial_number",
  "make_model",
  "operating_system",
] as const;

/**
 * Why an agent was found, when neither its name nor its client and site shows it:
 * "User: fatima". Nothing when they do, or when it is not known.
 */
export function reasonOf(
  agent: AgentHit,
  search: string,
  fieldName: (field: number) => string | undefined,
): string {
  const shown = `${agent.hostname} ${agent.client_name} ${agent.site_name}`.toLowerCase();
  const hidden = wordsOf(search).filter((word) => !shown.includes(word));
  const reasons = hidden.map((word) => reasonFor(agent, word, fieldName));
  return [...new Set(reasons)].filter(Boolean).join(" · ");
}

function reasonFor(
  agent: AgentHit,
  word: string,
  fieldName: (field: number) => string | undefined,
): string | undefined {
  const holds = (value: string | null | undefined) => value?.toLowerCase().includes(word);
  const field = REASONS.find((name) => holds(agent[name]));
  if (field) return `${names.column[field]}: ${agent[field]}`;
  const custom = agent.custom_fields.find(({ string_value }) => holds(string_value));
  const name = custom && fieldName(custom.field);
  return name && `${name}: ${custom.string_value}`;
}

/** The words of a search that were looked for, without the fields they were looked for in. */
function wordsOf(search: string): string[] {
  const terms = search.toLowerCase().match(/-?(?:\w+:)?(?:"[^"]*"?|\S+)/g) ?? [];
  return terms
    .filter((term) => !term.startsWith("-") && !term.startsWith("is:"))
    .map((term) => term.replace(/^\w+:/, "").replaceAll('"', ""))
    .filter(Boolean);
}
