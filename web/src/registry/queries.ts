/** What the page reads of a computer's registry. */
import { queryOptions } from "@tanstack/react-query";
import { answer, api, type Schema } from "../api/client";
import { idOf } from "./path";

export type Value = Schema<"RegistryValue">;
export type Key = Schema<"RegistryKey">;
/** A type that can be written. */
export type Kind = Schema<"RegistryValueBody">["type"];

/** Keys, and values, of one page. */
export const PAGE_SIZE = 200;

/** Everything of one key: what a change of it makes outdated. */
export const keyOf = (agentId: string, path: string) => ["registry", agentId, idOf(path)];

export const registryQuery = (agentId: string, path: string, page = 1) =>
  queryOptions({
    queryKey: [...keyOf(agentId, path), page],
    queryFn: () => {
      const query = { path, page, page_size: PAGE_SIZE };
      const params = { path: { agent_id: agentId }, query };
      return answer(api.GET("/agents/{agent_id}/registry/", { params }));
    },
  });
