/** Sends the session with every request, and asks again after a session that ended was renewed. */
import type { Middleware } from "openapi-fetch";
import { Problem } from "../api/problem";
import { session } from "./session";

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

export const credentials: Middleware = {
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
