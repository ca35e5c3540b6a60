/** The preferences of the signed-in person; the server stores them, this browser caches them. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { answer, api, type Schema } from "../api/client";
import { setDateFormat } from "../texts/dateFormat";
import { paint } from "../ui/palette";

export type Preferences = Pick<
  Schema<"DashInfo">,
  | "default_agent_tbl_tab"
  | "client_tree_sort"
  | "clear_search_when_switching"
  | "dbl_click_action"
  | "date_format"
  | "default_date_format"
  | "dash_info_color"
  | "dash_positive_color"
  | "dash_negative_color"
  | "dash_warning_color"
>;

const KEY = "muster.preferences";

/** The defaults. */
export const DEFAULTS: Preferences = {
  default_agent_tbl_tab: "mixed",
  client_tree_sort: "alphafail",
  clear_search_when_switching: true,
  dbl_click_action: "editagent",
  date_format: "",
  default_date_format: "",
  dash_info_color: "info",
  dash_positive_color: "positive",
  dash_negative_color: "negative",
  dash_warning_color: "warning",
};

/** What everyone may read: version, preferences, enabled features. */
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
  const names = Object.keys(DEFAULTS) as (keyof Preferences)[];
  const kept = Object.fromEntries(names.map((name) => [name, info[name]]));
  localStorage.setItem(KEY, JSON.stringify(kept));
  follow(info);
}

/** Applies to every page: the date format and the colours of states. */
function follow(preferences: Preferences) {
  setDateFormat(preferences.date_format || preferences.default_date_format);
  paint({
    info: preferences.dash_info_color,
    good: preferences.dash_positive_color,
    bad: preferences.dash_negative_color,
    warning: preferences.dash_warning_color,
  });
}

/** Before the first page is drawn. */
export function followRemembered() {
  follow(rememberedPreferences());
}

/** From the cache: nothing waits for preferences. */
export function rememberedPreferences(): Preferences {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as object) };
  } catch {
    return DEFAULTS;
  }
}

export function usePreferences(): Preferences {
  return useQuery(dashQuery).data ?? rememberedPreferences();
}
