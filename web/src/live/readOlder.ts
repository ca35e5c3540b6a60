/** Reads again what was read before events came: changes in between were not reported. */
import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";

/** Handled in this turn: several components may listen for the same query. */
const handled = new Set<Query>();

/**
 * Reads again, once each, the queries that were read before this moment. With
 * `underWay` also those whose answer is still awaited, after it has come: it
 * may be outdated, but it is shown without waiting.
 */
export function readOlder(client: QueryClient, keys: readonly QueryKey[], underWay: boolean) {
  const cache = client.getQueryCache();
  const queries = new Set(keys.flatMap((queryKey) => cache.findAll({ queryKey })));
  for (const query of queries) {
    if (handled.has(query)) continue;
    handled.add(query);
    const again = () => void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    if (query.state.fetchStatus !== "fetching") {
      if (query.state.dataUpdatedAt > 0) again();
    } else if (underWay) {
      query.promise?.then(again, () => {});
    }
  }
  queueMicrotask(() => handled.clear());
}
