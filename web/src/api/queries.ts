/** How the page remembers what it has read. */
import { QueryClient } from "@tanstack/react-query";
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
