/** What the pages read about agents. */
import { queryOptions } from "@tanstack/react-query";
import { api, page } from "../api/client";

/** The first few agents that match the words: for pickers and the palette. */
export const findAgentsQuery = (search: string) =>
  queryOptions({
    queryKey: ["agents", "find", search],
    queryFn: () => {
      const query = { detail: false, page_size: 8, search };
      return page(api.GET("/agents/", { params: { query } }));
    },
  });
