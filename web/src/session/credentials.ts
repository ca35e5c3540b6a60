/** Sends the session with every request, and asks again after a session that ended was renewed. */
import type { Middleware } from "openapi-fetch";
import { Problem } from "../api/problem";
import { session } from "./session";

/** Signing in and out needs no session, and must not wait for one. */
const WITHOUT_SESSION = new Set([
  "/setup/",
  "/v2/checkcreds/",
  "/v2/login/",
  "/accounts/users/setup_totp/",
  "/logout/",
]);

/** A copy of each request and its user, to send again after a session that had ended. */
const copies = new WeakMap<Request, { copy: Request; who: string | undefined }>();

export const credentials: Middleware = {
  async onRequest({ request, schemaPath }) {
    if (request.headers.has("Authorization")) return request;
    if (!WITHOUT_SESSION.has(schemaPath)) await session.renewed();
    const now = session.current();
    // A sign-in after the session has ended carries no credentials of the old one.
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
    return Problem.ofRequest(error);
  },
};

/** The response to the same request once the same user has signed in again; nothing if they do not. */
async function askedAgain(request: Request): Promise<Response | null> {
  if (!session.refused(request.headers.get("Authorization"))) return null;
  const asked = copies.get(request);
  if (!(await session.renewed()) || !asked) return null;
  const now = session.current();
  if (!now || now.username !== asked.who) return null;
  asked.copy.headers.set("Authorization", `Token ${now.token}`);
  return fetch(asked.copy);
}
