/** How the page remembers what it has read. */
import { QueryClient, type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { notify, notifyProblem } from "../ui/notify";
import { Problem } from "./problem";

/** What is read again when a page is opened, unless it is younger than this. */
const FRESH = 10_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH,
      retry: (tries, error) => tries < 2 && worthRepeating(Problem.from(error)),
    },
  },
});

/** A refusal stays one; a server that is away may come back. */
function worthRepeating(problem: Problem): boolean {
  return problem.status === 0 || problem.status === 502 || problem.status === 503;
}

interface Action<Input, Output> {
  act: (input: Input) => Promise<Output>;
  /** What to say when it is done; nothing when the page shows it anyway. */
  done?: string | ((output: Output, input: Input) => string);
  /** Queries that show something else now, by the beginning of their key. */
  refresh?: readonly QueryKey[];
  onDone?: (output: Output, input: Input) => void;
  /** Where the problem is shown; a notification when not said. */
  onProblem?: (problem: Problem) => void;
}

/** Something a person does: a change, told when done, explained when refused. */
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
