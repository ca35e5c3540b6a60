/** What the pages read about agents. */
import { queryOptions } from "@tanstack/react-query";
import { api, page } from "../api/client";

/** How many agents there are, and how many of them are not online. */
export const countsQuery = queryOptions({
  queryKey: ["agents", "counts"],
  queryFn: async () => {
    const query = { detail: false, page_size: 1 };
    const [all, online] = await Promise.all([
      page(api.GET("/agents/", { params: { query } })),
      page(api.GET("/agents/", { params: { query: { ...query, status: "online" } } })),
    ]);
    return { all: all.count, away: all.count - online.count };
  },
});

/** The first few agents that match the words: for pickers and the palette. */
export const findAgentsQuery = (search: string) =>
  queryOptions({
    queryKey: ["agents", "find", search],
    queryFn: () => {
      const query = { detail: false, page_size: 8, search };
      return page(api.GET("/agents/", { params: { query } }));
    },
  });
