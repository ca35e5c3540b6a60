/** What is wrong in a dialog that keeps its values itself, by the names of its inputs. */
import type { FormErrors } from "@mantine/form";
import { useState } from "react";
import { useProblem } from "./useProblem";

/** `names` and `isInput`: the fields, as the server names them, that have an input. */
export function useInputProblems(names: readonly string[], isInput?: (name: string) => boolean) {
  const [errors, setErrors] = useState<FormErrors>({});
  const getValues = () => Object.fromEntries(names.map((name) => [name, null]));
  const { problem, show, clear } = useProblem({ getValues, setErrors }, "", isInput);
  return {
    errors,
    problem,
    show,
    /** Of one input that is typed in, or of all of them. */
    clear: (name?: string) => {
      setErrors(name === undefined ? {} : { ...errors, [name]: null });
      clear();
    },
  };
}
