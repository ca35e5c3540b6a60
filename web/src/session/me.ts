/** The signed-in person: who they are, what they may do. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { answer, api } from "../api/client";
import { texts } from "../texts/texts";
import { allows, type Right } from "./rights";
import { session } from "./session";

const words = texts({
  noRight: (what: string) => `Your role does not allow this: ${what}`,
});

export const meQuery = queryOptions({
  queryKey: ["accounts", "me"],
  queryFn: () => answer(api.GET("/accounts/me/")),
  staleTime: 60_000,
});

export function useSession() {
  return useSyncExternalStore(session.subscribe, session.current);
}

export function useMe() {
  return useQuery(meQuery).data;
}

/**
 * What this person may do. Until it is known, everything counts as allowed:
 * the server decides anyway, and buttons do not flicker.
 */
export function useRights() {
  const me = useMe();
  const may = (right: Right) => !me || me.is_superuser || me.rights.includes(right);
  /** Why not, or nothing when it is allowed. */
  const why = (right: Right) => (may(right) ? undefined : words.noRight(allows[right]));
  /** Known to be allowed: for requests that nobody asked for, which a refusal would only delay. */
  const surely = (right: Right) => me !== undefined && may(right);
  return { may, why, surely };
}
