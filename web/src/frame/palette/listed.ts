/** What the palette finds in a list that is read as a whole. */
import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRights } from "../../session/me";
import type { Right } from "../../session/rights";
import type { Entry, Group } from "./group";
import { find } from "./hits";

interface Source<Row, Key extends QueryKey> {
  label: string;
  query: UseQueryOptions<Row[], Error, Row[], Key>;
  right?: Right;
  entry: (row: Row) => Entry[];
  /** The page that lists them, which takes the same words. */
  list?: string;
}

/** A list that is read as a whole. */
export function useListed<Row, Key extends QueryKey>(
  words: string,
  source: Source<Row, Key>,
): Group {
  const navigate = useNavigate();
  const { may } = useRights();
  const enabled = words !== "" && (!source.right || may(source.right));
  const { data, isLoading } = useQuery({ ...source.query, enabled });
  const { list } = source;
  const all = words === "" ? [] : (data ?? []).flatMap(source.entry);
  const { shown, more } = find(all, words);
  return {
    label: source.label,
    entries: shown,
    more,
    ...(list && { showMore: () => void navigate({ to: list, search: { search: words } }) }),
    asking: enabled && isLoading,
  };
}
