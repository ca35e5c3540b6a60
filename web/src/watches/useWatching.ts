/** Adds and removes one's own watches. */
import { useAction } from "../ui/useAction";
import { addWatch, removeWatch, watchesQuery } from "./queries";

const REFRESH = [watchesQuery.queryKey];

export function useWatching() {
  const add = useAction({ act: addWatch, refresh: REFRESH });
  const remove = useAction({ act: removeWatch, refresh: REFRESH });
  return { add, remove };
}
