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

/** What signs people in and out needs no session, and must not wait for one. */
const WITHOUT_SESSION = new Set([
  "/setup/",
  "/v2/checkcreds/",
  "/v2/login/",
  "/accounts/users/setup_totp/",
  "/logout/",
]);

/** A copy of what was asked, for when the session had ended, and who asked. */
const copies = new WeakMap<Request, { copy: Request; who: string | undefined }>();

const credentials: Middleware = {
  async onRequest({ request, schemaPath }) {
    if (request.headers.has("Authorization")) return request;
    if (!WITHOUT_SESSION.has(schemaPath)) await session.renewed();
    const now = session.current();
    // Somebody who signs in again is told nothing new about a session that is over.
    if (!now || session.isLocked()) return request;
    request.headers.set("Authorization", `Token ${now.token}`);
    copies.set(request, { copy: request.clone(), who: now.username });
    return request;
  },
  async onResponse({ request, response }) {
    if (response.ok) return response;
    // The health report has a token of its own; refusing that one says nothing of the session.
    const aboutSession = response.status === 401 && !request.headers.has("X-Mon-Token");
    const again = aboutSession ? await askedAgain(request) : null;
    if (again?.ok) return again;
    throw await Problem.fromResponse(again ?? response);
  },
  onError({ error }) {
    return Problem.from(error);
  },
};

/** The answer to the same request once its person has signed in again; nothing if they do not. */
async function askedAgain(request: Request): Promise<Response | null> {
  if (!session.refused(request.headers.get("Authorization"))) return null;
  const asked = copies.get(request);
  if (!(await session.renewed()) || !asked) return null;
  const now = session.current();
  if (!now || now.username !== asked.who) return null;
  asked.copy.headers.set("Authorization", `Token ${now.token}`);
  return fetch(asked.copy);
}

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
