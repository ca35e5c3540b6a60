/**
 * Filters live in the address, as plain text: `?search=disk&status=online`.
 * What is not set is not there.
 */
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";

export type Filters = Record<string, string | undefined>;

export function useFilters() {
  const search = useSearch({ strict: false }) as Filters;
  const navigate = useNavigate();
  const set = useCallback(
    (changes: Filters, options: { step?: boolean } = {}) => {
      const cleared = Object.fromEntries(
        Object.entries(changes).map(([name, value]) => [name, value || undefined]),
      );
      void navigate({
        to: ".",
        search: (before: object) => ({ ...before, ...cleared }),
        // Typing adds no step to the history; choosing does, when asked for.
        replace: options.step !== true,
      });
    },
    [navigate],
  );
  return [search, set] as const;
}

/** One filter: its text, `""` when it is not set. */
export function useFilter(name: string) {
  const [filters, set] = useFilters();
  const change = useCallback(
    (value: string | null) => set({ [name]: value ?? undefined }),
    [name, set],
  );
  return [filters[name] ?? "", change] as const;
}
