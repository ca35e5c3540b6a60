/**
 * What happens when somebody else has saved first: the server refuses a change
 * that was made from an older state (`If-Match`), the person compares and
 * decides, and the change is sent again or not.
 */
import type { Middleware } from "openapi-fetch";
import { Problem } from "../api/problem";

/** What the server stores, as far as it matters here. */
export interface Stored extends Record<string, unknown> {
  modified_by?: string;
  modified_time?: string;
}

export interface Conflict {
  /** What is stored now, out of the refusal. */
  theirs: Stored | null;
  /** What the form would store. */
  mine: Record<string, unknown>;
  /** The server's own sentence. */
  message: string;
}

/** Returns whether to overwrite. */
type Ask = (conflict: Conflict) => Promise<boolean>;

let ask: Ask = async () => false;

/** Sets how the person is asked. */
export function askWith(next: Ask) {
  ask = next;
}

const CODE = "edit_conflict";

/** The header that says which state a form was filled from. */
export function seen(time: string | null | undefined): Record<string, string> {
  return time ? { "If-Match": `"${time}"` } : {};
}

/** A request can be sent once; to send it again, a copy is kept. */
const copies = new WeakMap<Request, Request>();

export const conflicts: Middleware = {
  onRequest({ request }) {
    if (request.headers.has("If-Match")) copies.set(request, request.clone());
    return request;
  },
  async onResponse({ request, response }) {
    const copy = copies.get(request);
    return copy ? settle(copy, response) : response;
  },
};

/** Asks again as long as somebody else saves first. */
export async function settle(copy: Request, refused: Response): Promise<Response> {
  if (refused.status !== 409) return refused;
  const problem = await Problem.fromResponse(refused.clone());
  if (problem.code !== CODE) return refused;
  const { current: theirs = null } = (await refused.clone().json()) as { current?: Stored };
  const mine = await copy.clone().json();
  if (!(await ask({ theirs, mine, message: problem.message }))) return refused;
  const headers = new Headers(copy.headers);
  headers.set("If-Match", theirs?.modified_time ? `"${theirs.modified_time}"` : "*");
  return settle(copy, await fetch(new Request(copy.clone(), { headers })));
}
