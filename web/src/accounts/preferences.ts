/** How the signed-in person likes the interface; the server keeps it, this browser remembers it. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { answer, api, type Schema } from "../api/client";

export type Preferences = Pick<
  Schema<"DashInfo">,
  "default_agent_tbl_tab" | "client_tree_sort" | "clear_search_when_switching"
>;

const KEY = "muster.preferences";

const FIRST: Preferences = {
  default_agent_tbl_tab: "mixed",
  client_tree_sort: "alphafail",
  clear_search_when_switching: true,
};

/** What everyone may know: version, preferences, what is switched on. */
export const dashQuery = queryOptions({
  queryKey: ["accounts", "preferences"],
  queryFn: async () => {
    const info = await answer(api.GET("/core/dashinfo/"));
    remember(info);
    return info;
  },
  staleTime: 60_000,
});

function remember(info: Preferences) {
  const { default_agent_tbl_tab, client_tree_sort, clear_search_when_switching } = info;
  const kept = { default_agent_tbl_tab, client_tree_sort, clear_search_when_switching };
  localStorage.setItem(KEY, JSON.stringify(kept));
}

/** As last heard: nothing waits for preferences. */
export function rememberedPreferences(): Preferences {
  try {
    return { ...FIRST, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as object) };
  } catch {
    return FIRST;
  }
}

export function usePreferences(): Preferences {
  return useQuery(dashQuery).data ?? rememberedPreferences();
}
