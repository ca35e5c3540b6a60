/** What is known of a session, drawn again whenever it changes. */
import { useSyncExternalStore } from "react";
import type { Pipe } from "./pipe/pipe";
import type { PipeStatus } from "./pipe/status";

export function usePipe(pipe: Pipe): PipeStatus {
  return useSyncExternalStore(pipe.watch, pipe.status);
}
