/** What the pages read about services, and how they control them. */
import { queryOptions } from "@tanstack/react-query";
import { answer, api, type Schema } from "../api/client";
import { useAction } from "../ui/useAction";

export type Service = Schema<"Service">;

export const servicesQuery = (agentId: string) =>
  queryOptions({
    queryKey: ["services", agentId],
    queryFn: () =>
      answer(api.GET("/services/{agent_id}/", { params: { path: { agent_id: agentId } } })),
  });

export interface Control {
  name: string;
  action: Schema<"ControlService">["sv_action"] | Schema<"SetStartType">;
}

export function useControl(agentId: string) {
  return useAction({
    act: ({ name, action }: Control) => {
      const params = { path: { agent_id: agentId, name } };
      return typeof action === "string"
        ? answer(api.POST("/services/{agent_id}/{name}/", { params, body: { sv_action: action } }))
        : answer(api.PUT("/services/{agent_id}/{name}/", { params, body: action }));
    },
    done: (message) => message,
    refresh: [servicesQuery(agentId).queryKey],
  });
}
