/** The API as typed calls: `answer(api.GET("/clients/"))`. Types come from `openapi.json`. */
import createClient from "openapi-fetch";
import { Problem } from "./problem";
import type { components, paths } from "./schema";

/** A type of the API by its name in `openapi.json`. */
export type Schema<Name extends keyof components["schemas"]> = components["schemas"][Name];

/** What a list can be asked for. */
export type QueryOf<Path extends keyof paths> = paths[Path] extends {
  get: { parameters: { query?: infer Query } };
}
  ? NonNullable<Query>
  : never;

/** One page of a list. */
export interface ListPage<Item> {
  count: number;
  next: string | null;
  previous: string | null;
  results: Item[];
}

/** `main.tsx` adds what every request needs: the session, and what happens on an edit conflict. */
export const api = createClient<paths>({
  baseUrl: window.location.origin,
  // Repeated parameters (`?status=a&status=b`), as the server reads lists.
  querySerializer: { array: { style: "form", explode: true } },
});

/** The body of an answer; rejects with a [`Problem`] otherwise. */
export async function answer<Body>(call: Promise<{ data?: Body }>): Promise<Body> {
  try {
    const { data } = await call;
    return data as Body;
  } catch (error) {
    // The connection may also break in the middle of a response.
    throw Problem.ofRequest(error);
  }
}

/**
 * A page of a list. `openapi.json` describes lists as arrays, because that is
 * what they are without `page` or `page_size`.
 */
export async function page<Item>(call: Promise<{ data?: Item[] }>): Promise<ListPage<Item>> {
  return (await answer(call)) as unknown as ListPage<Item>;
}
