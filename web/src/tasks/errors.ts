/** What the server says of a task, at the names its form has. */
import { Problem } from "../api/problem";
import type { TaskValues } from "./values";

/**
 * The server names `actions[1].script_args[0]`; the form has one input for all
 * arguments, `actions.1.script_args`.
 */
export function withFormNames(problem: Problem): Problem {
  const fields: Record<string, string[]> = {};
  for (const [path, sentences] of Object.entries(problem.fields)) {
    const name = formName(path);
    fields[name] = [...(fields[name] ?? []), ...sentences];
  }
  return new Problem(problem.message, problem.status, problem.code, fields, problem.requestId);
}

function formName(path: string): string {
  const action = /^actions\[(\d+)\](?:\.([a-z_]+))?/.exec(path);
  if (action) return action[2] ? `actions.${action[1]}.${action[2]}` : "actions";
  return path.replace(/\[.*$/, "");
}

/** Every name that has an input, as the keys of an object. */
export function inputNames(values: TaskValues): object {
  const names: Record<string, true> = {};
  for (const name of Object.keys(values)) names[name] = true;
  values.actions.forEach((action, place) => {
    for (const name of Object.keys(action)) names[`actions.${place}.${name}`] = true;
  });
  return names;
}
