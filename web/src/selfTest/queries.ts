/** The self-test of an agent: started by hand, and shown until the page is left for good. */
import { queryOptions } from "@tanstack/react-query";
import { answer, api, type Schema } from "../api/client";

export type Report = Schema<"SelfTestReport">;

export type Step = Schema<"SelfTestStep">;

/** Never asked by itself: it makes the computer work for up to two minutes. */
export const selfTestQuery = (agentId: string) =>
  queryOptions({
    queryKey: ["selfTest", agentId],
    queryFn: () =>
      answer(api.GET("/agents/{agent_id}/self-test/", { params: { path: { agent_id: agentId } } })),
    enabled: false,
    // A test whose answer was lost still runs there.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
