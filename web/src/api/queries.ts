/** The query cache. */
import { QueryClient } from "@tanstack/react-query";
import { Problem } from "./problem";

/** Data older than this is read again when a page is opened. */
const FRESH = 10_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH,
      retry: (tries, error) => tries < 2 && worthRepeating(Problem.from(error)),
    },
  },
});

/** A refusal is final, and so is a fault; a server that is unreachable may come back. */
function worthRepeating(problem: Problem): boolean {
  if (problem.code === "fault") return false;
  return problem.status === 0 || problem.status === 502 || problem.status === 503;
}
