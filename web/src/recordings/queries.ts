/** What the pages read about recordings. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { answer, api, page } from "../api/client";
import type { Bytes } from "../remote/pipe/bytes";
import type { Filters } from "../ui/useFilter";
import { readEvents } from "./events";
import type { Findings } from "./findings";
import type { PartInfo, Stretch } from "./timeline";

export const RECORDINGS_PER_PAGE = 50;
/** The server shows no more hits of a search. */
export const MOST_HITS = 500;

/** The words of the address that narrow the list. */
const FILTERS = ["search", "agent", "kind", "user", "session", "state"] as const;

export const recordingsQuery = (filters: Filters) => {
  const narrowing = FILTERS.flatMap((name) => (filters[name] ? [[name, filters[name]]] : []));
  const query = {
    page: Number(filters.page ?? 1),
    page_size: RECORDINGS_PER_PAGE,
    ...(Object.fromEntries(narrowing) as Filters),
  };
  return queryOptions({
    queryKey: ["recordings", "list", query],
    queryFn: () => page(api.GET("/remote/v1/recordings/", { params: { query } })),
    placeholderData: (before) => before,
  });
};

const PATH = "/remote/v1/recordings/{id}/";

export const recordingQuery = (id: number) =>
  queryOptions({
    queryKey: ["recordings", "one", id],
    queryFn: () => answer(api.GET(PATH, { params: { path: { id } } })),
  });

/** Lines of a terminal's output that have these words. */
export const textQuery = (id: number, search: string) =>
  queryOptions({
    queryKey: ["recordings", "text", id, search],
    queryFn: () => {
      const params = { path: { id }, query: { search } };
      return answer(api.GET(`${PATH}text/`, { params }));
    },
  });

/** What was done in a stretch of time, from parts that are read as far as somebody looks. */
export const eventsQuery = (id: number, findings: Findings, parts: PartInfo[], time: Stretch) =>
  infiniteQueryOptions({
    queryKey: ["recordings", "events", id, parts.length, time],
    queryFn: ({ pageParam }) => readEvents(findings, parts, time, pageParam),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: (before) => before,
    // What was recorded does not change.
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The records of a part. */
export async function readPart(id: number, part: number): Promise<Bytes> {
  const params = { path: { id, part } };
  const call = api.GET(`${PATH}parts/{part}/`, { params, parseAs: "arrayBuffer" });
  return new Uint8Array(await answer<ArrayBuffer>(call));
}

/** The whole recording in one file. */
export const readFile = (id: number): Promise<Blob> =>
  answer<Blob>(api.GET(`${PATH}file/`, { params: { path: { id } }, parseAs: "blob" }));

export const deleteRecording = (id: number) =>
  answer(api.DELETE(PATH, { params: { path: { id } } }));
