/** Follows the output of a run: over its own socket or by events where possible, else by polling. */
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { answer, api } from "../api/client";
import { Problem } from "../api/problem";
import { useConnectionState, useLive } from "../live/live";
import { follow, isStreamed } from "./commandSocket";
import { NOTHING, type Output, type Stream, withPiece } from "./output";

const STREAMS: Stream[] = ["stdout", "stderr"];
/** How often a running run is polled, without and with events. */
const ASK = 700;
const ASK_WITH_EVENTS = 5_000;

export function useRunOutput(id: number) {
  const output = useRef<Output>(NOTHING);
  const [shown, setShown] = useState({ id, output: NOTHING, done: false });
  const [problem, setProblem] = useState<Problem | null>(null);
  const live = useConnectionState() === "live";
  const reading = useRef(false);
  const again = useRef(false);

  const add = (stream: Stream, offset: number, text: string) => {
    const next = withPiece(output.current[stream], offset, text);
    if (next) output.current = { ...output.current, [stream]: next };
    return next !== null;
  };
  /** Reads both streams from the known bytes on. */
  const read = useEffectEvent(async () => {
    // An event during a read makes it read once more.
    again.current = reading.current;
    if (reading.current) return;
    reading.current = true;
    try {
      const done = await Promise.all(STREAMS.map((stream) => readStream(id, stream, output)));
      setShown({ id, output: output.current, done: done.every(Boolean) });
      setProblem(null);
    } catch (error) {
      setProblem(Problem.from(error));
    } finally {
      reading.current = false;
    }
    if (again.current) void read();
  });

  useLive([`run:${id}`], [["runs", "one", id]], (event) => {
    if (event.type !== "run.output") return void read();
    if (isStreamed(id)) return;
    const { stream, offset, text } = event.data;
    if (add(stream, offset, text)) {
      setShown((before) => ({ ...before, output: output.current }));
    } else {
      void read();
    }
  });

  useEffect(() => {
    output.current = NOTHING;
    setShown({ id, output: NOTHING, done: false });
    void read();
    return follow(id, (state) => {
      for (const stream of STREAMS) {
        const heard = state.output[stream];
        if (heard.bytes > output.current[stream].bytes) {
          output.current = { ...output.current, [stream]: heard };
        }
      }
      setShown((before) => ({ ...before, output: output.current }));
      if (state.done || !state.isWhole) void read();
    });
  }, [id]);

  const { done } = shown;
  useEffect(() => {
    if (done) return;
    const timer = setInterval(() => void read(), live ? ASK_WITH_EVENTS : ASK);
    return () => clearInterval(timer);
  }, [done, live]);
  return { output: shown.output, done, problem };
}

/** Reads one stream to its current end, and returns whether it is complete. */
async function readStream(
  id: number,
  stream: Stream,
  output: { current: Output },
): Promise<boolean> {
  for (;;) {
    const offset = output.current[stream].bytes;
    const params = { path: { id }, query: { stream, offset } };
    const chunk = await answer(api.GET("/runs/{id}/output/", { params }));
    const known = output.current[stream];
    // These bytes arrived another way meanwhile.
    if (known.bytes !== offset) continue;
    const read = { text: known.text + chunk[stream], bytes: chunk.offset };
    output.current = { ...output.current, [stream]: read };
    if (chunk[stream] === "" || chunk.done) return chunk.done;
  }
}
