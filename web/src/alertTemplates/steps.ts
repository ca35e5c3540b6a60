/** The five steps of the editor, and which of them shows a field. */
import type { TemplateValues } from "./values";

export const STEPS = ["general", "agents", "checks", "tasks", "actions"] as const;

export type Step = (typeof STEPS)[number];

/** What begins with these names is about a kind of alerts. */
const KIND_STEPS: [prefix: string, step: Step][] = [
  ["agent_", "agents"],
  ["check_", "checks"],
  ["task_", "tasks"],
];

const GENERAL = ["name", "is_active", "owner_clients"];

export function stepOf(field: string): Step {
  if (GENERAL.includes(field) || field.startsWith("exclude")) return "general";
  return KIND_STEPS.find(([prefix]) => field.startsWith(prefix))?.[1] ?? "actions";
}

/** From a word in the address. */
export const stepNamed = (word: string): Step => STEPS.find((step) => step === word) ?? "general";

/** How many fields of each step have a problem. */
export function problemsIn(errors: Record<string, unknown>): Record<Step, number> {
  const found = { general: 0, agents: 0, checks: 0, tasks: 0, actions: 0 };
  for (const [field, problem] of Object.entries(errors)) if (problem) found[stepOf(field)] += 1;
  return found;
}

/** The step to show when something was refused: this one if it has a problem, else the first that has. */
export function stepWithProblem(errors: Record<string, unknown>, shown: Step): Step {
  const found = problemsIn(errors);
  return found[shown] > 0 ? shown : (STEPS.find((step) => found[step] > 0) ?? shown);
}

/**
 * The server names `email_recipients[1]` and `escalation[0].after_minutes`; the
 * form has one input for all recipients, and `escalation.0.after_minutes`.
 */
export function formName(path: string): string {
  const step = /^escalation\[(\d+)\](?:\.([a-z_]+))?/.exec(path);
  if (step) return `escalation.${step[1]}${step[2] ? `.${step[2]}` : ""}`;
  return path.replace(/\[.*$/, "");
}

/** Every name that has an input, as the keys of an object. */
export function inputNames(values: TemplateValues): object {
  const names: Record<string, true> = {};
  for (const name of Object.keys(values)) names[name] = true;
  values.escalation.forEach((step, place) => {
    names[`escalation.${place}`] = true;
    for (const name of Object.keys(step)) names[`escalation.${place}.${name}`] = true;
  });
  return names;
}
