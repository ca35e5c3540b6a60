/** Under which name a recording is stored on somebody's own computer: pure. */

import type { Schema } from "../api/client";

/** Of terminals, other programs can play the file. */
const ENDINGS: Partial<Record<Schema<"Recording">["kind"], string>> = {
  terminal: "cast",
  screen: "mrec",
};

export function fileName({
  hostname,
  kind,
  began,
}: Pick<Schema<"Recording">, "hostname" | "kind" | "began">) {
  // A computer chooses its name itself.
  const host = hostname.replaceAll(/[^\p{L}\p{N}._-]+/gu, "-");
  const time = began.slice(0, 16).replaceAll(/[:T]/g, "-");
  return `${host}-${kind}-${time}.${ENDINGS[kind] ?? "jsonl"}`;
}
