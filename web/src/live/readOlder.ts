/** Reads again what was read before events came: changes in between were not reported. */
import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";

/** Those of this turn: several components may listen for the same query. */
const handled = new Set<Query>();

/**
 * Reads the queries again that were read before this moment, each once. With
 * `underWay` also those whose answer is still awaited, after it has come: it
 * may be from before, but what is on its way to the screen is not held up.
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
