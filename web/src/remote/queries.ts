/** What the pages read and ask about remote sessions. */
import { queryOptions } from "@tanstack/react-query";
import { answer, api, type Schema } from "../api/client";

export type RemoteSession = Schema<"RemoteSession">;
export type NewSession = Schema<"OpenRemoteSession">;
export type OpenedSession = Schema<"OpenedRemoteSession">;
export type LinkedSession = Schema<"LinkedRemoteSession">;

/** Who comes and goes is no event yet. */
const EVERY = 10_000;

export const openSessionsQuery = queryOptions({
  queryKey: ["remote", "sessions", "open"],
  queryFn: () => answer(api.GET("/remote/v1/sessions/", { params: { query: { open: true } } })),
  refetchInterval: EVERY,
});

/** All of one agent, also those that have ended. */
export const agentSessionsQuery = (agentId: string) =>
  queryOptions({
    queryKey: ["remote", "sessions", "agent", agentId],
    queryFn: () => {
      const query = { agent_id: agentId };
      return answer(api.GET("/remote/v1/sessions/", { params: { query } }));
    },
    refetchInterval: EVERY,
  });

/** One session, outside of any page. */
export const readSession = (id: string): Promise<RemoteSession> =>
  answer(api.GET("/remote/v1/sessions/{id}/", { params: { path: { id } } }));

export const createSession = (body: NewSession): Promise<OpenedSession> =>
  answer(api.POST("/remote/v1/sessions/", { body }));

/** What a link opens; rejects for one that was changed, has expired or is another user's. */
export const checkLink = (body: Schema<"SentRemoteLink">): Promise<LinkedSession> =>
  answer(api.POST("/remote/v1/links/check/", { body }));

/** The agent that a session is opened on. */
export const agentToOpenQuery = (agentId: string) =>
  queryOptions({
    queryKey: ["remote", "agent", agentId],
    queryFn: () =>
      answer(api.GET("/agents/{agent_id}/", { params: { path: { agent_id: agentId } } })),
  });

/** Another viewer of a session: somebody who joins, or whose connection broke. */
export const addViewer = (
  id: string,
  body: Schema<"JoinRemoteSession">,
): Promise<OpenedSession> => {
  const params = { path: { id } };
  return answer(api.POST("/remote/v1/sessions/{id}/viewers/", { params, body }));
};

export const endSession = (id: string) =>
  answer(api.POST("/remote/v1/sessions/{id}/end/", { params: { path: { id } } }));
