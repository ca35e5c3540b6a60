/** What the server says of a check, at the names its form has. */
import { Problem } from "../api/problem";

/** The server names `warning_return_codes[1]`; the form has one input for all of them. */
export function withFormNames(problem: Problem): Problem {
  const fields: Record<string, string[]> = {};
  for (const [path, sentences] of Object.entries(problem.fields)) {
    const name = path.replace(/\[.*$/, "");
    fields[name] = [...(fields[name] ?? []), ...sentences];
  }
  return new Problem(problem.message, problem.status, problem.code, fields, problem.requestId);
}
