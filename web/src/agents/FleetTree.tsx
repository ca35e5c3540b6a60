/** Clients and sites beside the table; the choice is in the address. */
import { useQuery } from "@tanstack/react-query";
import { lazy, memo, Suspense, useDeferredValue, useMemo, useState } from "react";
import { ClientTree } from "../clients/ClientTree";
import { clientsQuery } from "../clients/queries";
import type { TreeChoice } from "../clients/treeNodes";
import { treeOrder } from "../clients/treeOrder";
import { useFallbackInterval, useLiveQueries } from "../live/live";
import { usePreferences } from "../preferences/preferences";
import { useRights } from "../session/me";
import { useDialog } from "../ui/dialog";
import type { Spot } from "../ui/SpotMenu";
import { LinesSkeleton } from "../ui/states";
import { useFilters } from "../ui/useFilter";

const TreeMenu = lazy(() => import("../clients/TreeMenu"));
const ClientDialogs = lazy(() => import("../clients/ClientDialogs"));

const SOON = 5_000;

/** Not rendered again with every page of agents that arrives. */
export const FleetTree = memo(function FleetTree() {
  const [filters, setFilters] = useFilters();
  const [menu, setMenu] = useState<{ choice: TreeChoice; spot: Spot } | null>(null);
  const dialog = useDialog();
  const refetchInterval = useFallbackInterval();
  const allowed = useRights().may("can_list_clients");
  const { data } = useQuery({ ...clientsQuery, refetchInterval, enabled: allowed });
  useLiveQueries(["config", "checks"], [clientsQuery.queryKey]);
  // How many are overdue or in maintenance; in a fleet of thousands that changes all the time.
  useLiveQueries(["agents"], [clientsQuery.queryKey], SOON);
  // The rows of the table come first.
  const clients = useDeferredValue(data, undefined);
  const { client_tree_sort, clear_search_when_switching } = usePreferences();
  const ordered = useMemo(
    () => clients && treeOrder(clients, client_tree_sort),
    [clients, client_tree_sort],
  );
  if (!ordered) return <LinesSkeleton />;
  const choice = {
    ...(filters.client && { client: Number(filters.client) }),
    ...(filters.site && { site: Number(filters.site) }),
  };
  return (
    <>
      <ClientTree
        clients={ordered}
        choice={choice}
        onChoose={({ client, site }) =>
          setFilters(
            {
              client: client?.toString(),
              site: site?.toString(),
              ...(clear_search_when_switching && { search: undefined }),
            },
            { step: true },
          )
        }
        onMenu={(asked, spot) => setMenu({ choice: asked, spot })}
      />
      <Suspense>
        {menu && <TreeMenu clients={ordered} {...menu} onClose={() => setMenu(null)} />}
        {dialog.open && <ClientDialogs all={ordered} />}
      </Suspense>
    </>
  );
});
