/** The API as typed calls: `answer(api.GET("/clients/"))`. Types come from `openapi.json`. */
import createClient, { type Middleware } from "openapi-fetch";
import { session } from "../accounts/session";
import { conflicts } from "../conflicts/asking";
import { Problem } from "./problem";
import type { components, paths } from "./schema";

/** A type of the API by its name in the document. */
export type Schema<Name extends keyof components["schemas"]> = components["schemas"][Name];

/** One page of a list. */
export interface ListPage<Item> {
  count: number;
  next: string | null;
  previous: string | null;
  results: Item[];
}

const credentials: Middleware = {
  onRequest({ request }) {
    const token = session.current()?.token;
    if (token && !request.headers.has("Authorization")) {
      request.headers.set("Authorization", `Token ${token}`);
    }
    return request;
  },
  async onResponse({ request, response }) {
    if (response.ok) return response;
    const problem = await Problem.fromResponse(response);
    // The health report has a token of its own; refusing that one says nothing of the session.
    const aboutSession = !request.headers.has("X-Mon-Token");
    if (response.status === 401 && aboutSession) {
      session.refused(request.headers.get("Authorization"));
    }
    throw problem;
  },
  onError({ error }) {
    return Problem.from(error);
  },
};

export const api = createClient<paths>({
  baseUrl: window.location.origin,
  // Repeated parameters (`?status=a&status=b`), as the server reads lists.
  querySerializer: { array: { style: "form", explode: true } },
});
// The last one sees an answer first: a change that may still succeed is no problem yet.
api.use(credentials, conflicts);

/** The body of an answer; rejects with a [`Problem`] otherwise. */
export async function answer<Body>(call: Promise<{ data?: Body }>): Promise<Body> {
  const { data } = await call;
  return data as Body;
}

/**
 * A page of a list. The document describes lists as arrays, because that is
 * what they are until `page` or `page_size` is asked for.
 */
export async function page<Item>(call: Promise<{ data?: Item[] }>): Promise<ListPage<Item>> {
  return (await answer(call)) as unknown as ListPage<Item>;
}
