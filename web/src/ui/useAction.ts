/** Something a person does: a change that is confirmed when done and explained when refused. */
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { Problem } from "../api/problem";
import { notify, notifyProblem } from "./notify";

interface Action<Input, Output> {
  act: (input: Input) => Promise<Output>;
  /** What to say when it is done; nothing when the page shows it anyway. */
  done?: string | ((output: Output, input: Input) => string);
  /** Queries that show something else now, by the beginning of their key. */
  refresh?: readonly QueryKey[];
  onDone?: (output: Output, input: Input) => void;
  /** Where the problem is shown; a notification by default. */
  onProblem?: (problem: Problem) => void;
}

export function useAction<Input = void, Output = unknown>(action: Action<Input, Output>) {
  const client = useQueryClient();
  return useMutation<Output, unknown, Input>({
    mutationFn: action.act,
    onSuccess: async (output, input) => {
      const { done } = action;
      if (done) notify(typeof done === "function" ? done(output, input) : done);
      action.onDone?.(output, input);
      for (const queryKey of action.refresh ?? []) await client.invalidateQueries({ queryKey });
    },
    onError: (error) => {
      const problem = Problem.from(error);
      if (action.onProblem) action.onProblem(problem);
      else notifyProblem(problem);
    },
  });
}
