/** The values of a group as rows of facts. */
import type { Sortable } from "../ui/sorting";
import type { Tone } from "../ui/theme";
import { inventory as words } from "./messages";
import { type Context, type Fields, stateOf } from "./states";
import { valueText } from "./values";
import { fieldWords, following } from "./words";

export interface Fact {
  /** As the agent names it; `""` for an item of a plain list. */
  name: string;
  label: string;
  text: string;
  sort: Sortable;
  /** A state has a tone. */
  tone?: Tone;
}

export interface Row {
  id: number;
  facts: Fact[];
}

/** Objects are rows, lists of whatever depth are many of them, and other values are items. */
export function fieldsOf(value: unknown): Fields[] {
  if (value === null || value === undefined || value === "") return [];
  if (Array.isArray(value)) return value.flatMap(fieldsOf);
  return [isFields(value) ? value : { "": value }];
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Rows in the agent's order; one that says nothing is left out. */
export function rowsOf(group: string, rows: Fields[], hasOtherFirewall: boolean): Row[] {
  return rows
    .map((fields, id) => ({ id, facts: factsOf(group, { fields, rows, hasOtherFirewall }) }))
    .filter(({ facts }) => facts.length > 0);
}

function factsOf(group: string, context: Context): Fact[] {
  const facts = Object.entries(context.fields).flatMap(([name, value]): Fact[] => {
    if (!isFields(value)) return factOf(group, name, value, context);
    // One level deep, each value still has a name of its own.
    return Object.entries(value).flatMap(([inner, one]) => {
      const label = `${labelOf(group, name)} ${following(fieldWords(inner))}`;
      const text = valueText(inner, one);
      return text === "" ? [] : [{ name: `${name}.${inner}`, label, text, sort: text }];
    });
  });
  return unambiguous(facts);
}

function factOf(group: string, name: string, value: unknown, context: Context): Fact[] {
  const label = labelOf(group, name);
  const state = stateOf(group, name, value, context);
  if (state) return [{ name, label, ...state, sort: state.text }];
  const text = valueText(name, value);
  // As the agent has them, times and sizes are in their order.
  const sort = typeof value === "number" || typeof value === "string" ? value : text;
  return text === "" ? [] : [{ name, label, text, sort }];
}

function labelOf(group: string, name: string): string {
  const network = group === "firewall" ? words.networks[name] : undefined;
  return network ?? fieldWords(name);
}

/** Two names may have the same words: then they are told apart by themselves. */
function unambiguous(facts: Fact[]): Fact[] {
  const labels = facts.map(({ label }) => label);
  return facts.map((fact, at) =>
    labels.indexOf(fact.label) === at ? fact : { ...fact, label: `${fact.label} (${fact.name})` },
  );
}
