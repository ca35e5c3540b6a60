/** What a policy says, as a form holds it and as the API has it: pure functions. */
import type { Schema } from "../../api/client";
import { formatDuration } from "../../texts/format";
import type { Kind } from "../kind";
import { policy as words } from "./messages";

export type Policy = Schema<"RemotePolicy">;
export type Rules = Schema<"RemoteRules">;
export type Layer = Schema<"RemotePolicyLayer">;
export type Rule = keyof typeof words.rules;
export type Machine = keyof typeof words.machines;

export const MACHINES: Machine[] = ["server", "workstation"];
export const KINDS: Kind[] = ["terminal", "files", "screen", "tunnel"];

/** What a rule that is not set here is called in a select. */
export const AS_ABOVE = "as-above";

/** The least and the most seconds that the API takes. */
export const BOUNDS: Partial<Record<Rule, { min: number; max: number }>> = {
  consent_seconds: { min: 5, max: 300 },
  idle_seconds: { min: 60, max: 86_400 },
  longest_seconds: { min: 60, max: 604_800 },
};

const RULES = Object.keys(words.rules) as Rule[];
const FLAGS: Rule[] = ["allowed", "record_input", "end_to_end_only"];
/** Typing is recorded in terminals, and programs use no other kind over the server's socket. */
const OF_TERMINALS: Rule[] = ["record_input", "end_to_end_only"];

export const rulesOf = (kind: Kind): Rule[] =>
  RULES.filter((rule) => kind === "terminal" || !OF_TERMINALS.includes(rule));

/** One rule as its input holds it: the word of a choice, or seconds; empty where none are set. */
export type RuleValue = string | number;
export type RuleValues = Record<Rule, RuleValue>;
export type PolicyValues = Record<Machine, Record<Kind, RuleValues>>;

/** What counts where a level says nothing, and which level says it. */
export interface Inherited {
  value: boolean | string | number;
  from: Layer;
}

const unset = (rule: Rule): RuleValue => (rule in BOUNDS ? "" : AS_ABOVE);

/** Nothing is set: everything is as above. */
export const NOTHING_SET: RuleValues = record(RULES, unset);

export function policyValues(stored: Policy): PolicyValues {
  return record(MACHINES, (machine) => record(KINDS, (kind) => ruleValues(stored, machine, kind)));
}

export function policyBody(values: PolicyValues): Policy {
  return record(MACHINES, (machine) => record(KINDS, (kind) => rulesBody(values[machine][kind])));
}

/** Whether anything is set here. */
export const isSet = (values: RuleValues): boolean =>
  RULES.some((rule) => values[rule] !== unset(rule));

/** What the nearest of the wider levels says; they come in that order. */
export function inherited(
  layers: Layer[],
  machine: Machine,
  kind: Kind,
  rule: Rule,
): Inherited | null {
  for (const from of layers) {
    const value = from.policy[machine]?.[kind]?.[rule];
    if (value !== undefined && value !== null) return { value, from };
  }
  return null;
}

/** A value as a person reads it. */
export function valueText(rule: Rule, value: boolean | RuleValue): string {
  if (typeof value === "number") return formatDuration(value);
  return words.values[rule]?.[String(value)] ?? String(value);
}

/** Which level it is, in a sentence; that of a newer server by its own name. */
export const placeText = ({ level, name }: Pick<Layer, "level" | "name">): string =>
  words.places[level]?.(name) ?? (name || level);

/** Below an input: what counts and where it comes from, or what it is set instead of. */
export function sourceText(rule: Rule, value: RuleValue, above: Inherited | null): string {
  if (!above) return "";
  const [is, where] = [valueText(rule, above.value), placeText(above.from)];
  if (value === unset(rule)) {
    // A choice says it itself; an empty input does not.
    return rule in BOUNDS ? `${words.asAbove(is)}. ${words.from(where)}` : words.from(where);
  }
  const rest = words.instead(is, where);
  return rule in BOUNDS ? words.lasting(valueText(rule, value), rest) : rest;
}

function ruleValues(stored: Policy, machine: Machine, kind: Kind): RuleValues {
  return record(RULES, (rule) => {
    const value = stored[machine]?.[kind]?.[rule] ?? unset(rule);
    return typeof value === "boolean" ? String(value) : value;
  });
}

function rulesBody(values: RuleValues): Rules {
  const set = RULES.filter((rule) => values[rule] !== unset(rule));
  const value = (rule: Rule) => (FLAGS.includes(rule) ? values[rule] === "true" : values[rule]);
  return record(set, value) as Rules;
}

function record<Key extends string, Value>(
  keys: Key[],
  value: (key: Key) => Value,
): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<Key, Value>;
}
