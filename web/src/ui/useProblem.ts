/** Shows the server's refusal in a form: under its fields, else above them. */
import type { FormErrors } from "@mantine/form";
import { useState } from "react";
import { formErrors, Problem } from "../api/problem";
import { focusFirstErrorSoon } from "./formErrors";

interface Fields {
  getValues: () => object;
  setErrors: (errors: FormErrors) => void;
}

/** `isShown`: which other names than the form's values have an input that shows them. */
export function useProblem(form: Fields, prefix = "", isShown = (_name: string) => false) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const show = (next: Problem) => {
    const errors = formErrors(next, prefix);
    const known = new Set(Object.keys(form.getValues()));
    form.setErrors(errors);
    focusFirstErrorSoon();
    const elsewhere = Object.keys(errors).filter((name) => !known.has(name) && !isShown(name));
    // Everything is under a field already: no need to say it twice.
    const shown = Object.keys(errors).length > 0 && elsewhere.length === 0;
    setProblem(shown ? null : withRest(next, errors, elsewhere));
  };
  return { problem, show, clear: () => setProblem(null) };
}

function withRest(problem: Problem, errors: Record<string, string>, names: string[]): Problem {
  if (names.length === 0) return problem;
  const rest = names.map((name) => `${name}: ${errors[name]}`).join(" ");
  return new Problem(
    `${problem.message} ${rest}`,
    problem.status,
    problem.code,
    problem.fields,
    problem.requestId,
  );
}
