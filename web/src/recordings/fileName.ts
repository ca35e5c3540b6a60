/** Under which name a recording is stored on somebody's own computer: pure. */
import type { Recording } from "./apiTypes";

/** Of terminals, other programs can play the file. */
const ENDINGS: Record<string, string> = { terminal: "cast", screen: "mrec" };

export function fileName({
  hostname,
  kind,
  began,
}: Pick<Recording, "hostname" | "kind" | "began">) {
  // A computer chooses its name itself.
  const host = hostname.replaceAll(/[^\p{L}\p{N}._-]+/gu, "-");
  const time = began.slice(0, 16).replaceAll(/[:T]/g, "-");
  return `${host}-${kind}-${time}.${ENDINGS[kind] ?? "jsonl"}`;
}
