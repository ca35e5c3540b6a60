/** What a view keeps of what the page shows. */
import type { Filters } from "../ui/useFilter";
import type { SavedView, ViewContent, ViewPage } from "./queries";

/** Where each table is. */
export const PATHS = {
  agents: "/agents",
  alerts: "/alerts",
  history: "/runs",
  audit: "/audit-log",
  software: "/software",
  updates: "/updates",
} as const satisfies Record<ViewPage, string>;

/** The page of a view; nothing when this interface has no such table. */
export function pathOf({ page }: Pick<SavedView, "page">) {
  return page in PATHS ? PATHS[page as ViewPage] : undefined;
}

/** The words of the address that are filters, without those that are not set. */
export function queryOf(filters: Filters, names: readonly string[]): Record<string, string> {
  const set = names.flatMap((name) => (filters[name] ? [[name, filters[name]]] : []));
  return Object.fromEntries(set);
}

/** The address of the page under a view: its filters and its order, and no others. */
export function searchOf(view: SavedView): Filters {
  return { ...view.query, view: String(view.id), sort: view.sort || undefined };
}

/** Whether the page shows something else than the view it was opened with. */
export function differs(view: ViewContent, now: ViewContent): boolean {
  return text(view) !== text(now);
}

function text({ query, columns, sort }: ViewContent): string {
  const words = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return JSON.stringify([words.toSorted(), columns, sort]);
}
