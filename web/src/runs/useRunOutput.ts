/** Follows the output of a run: by events where there are some, else by asking. */
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { answer, api } from "../api/client";
import { Problem } from "../api/problem";
import { useLineState, useLive } from "../live/live";
import { NOTHING, type Output, type Stream, withPiece } from "./output";

const STREAMS: Stream[] = ["stdout", "stderr"];
/** How often a running run is asked, without and with events to tell of news. */
const ASK = 700;
const ASK_WITH_EVENTS = 5_000;

export function useRunOutput(id: number) {
  const output = useRef<Output>(NOTHING);
  const [shown, setShown] = useState({ id, output: NOTHING, done: false });
  const [problem, setProblem] = useState<Problem | null>(null);
  const live = useLineState() === "live";
  const reading = useRef(false);

  const add = (stream: Stream, offset: number, text: string) => {
    const next = withPiece(output.current[stream], offset, text);
    if (next) output.current = { ...output.current, [stream]: next };
    return next !== null;
  };
  /** Reads both streams on from what is known. */
  const read = useEffectEvent(async () => {
    if (reading.current) return;
    reading.current = true;
    try {
      const done = await Promise.all(STREAMS.map((stream) => readStream(id, stream, output, add)));
      setShown({ id, output: output.current, done: done.every(Boolean) });
      setProblem(null);
    } catch (error) {
      setProblem(Problem.from(error));
    } finally {
      reading.current = false;
    }
  });

  useLive([`run:${id}`], [["runs", "one", id]], ({ type, data }) => {
    if (type !== "run.output") return void read();
    const stream = data.stream as Stream;
    if (add(stream, Number(data.offset), String(data.text))) {
      setShown((before) => ({ ...before, output: output.current }));
    } else {
      void read();
    }
  });

  useEffect(() => {
    output.current = NOTHING;
    setShown({ id, output: NOTHING, done: false });
    void read();
  }, [id]);

  const { done } = shown;
  useEffect(() => {
    if (done) return;
    const timer = setInterval(() => void read(), live ? ASK_WITH_EVENTS : ASK);
    return () => clearInterval(timer);
  }, [done, live]);
  return { output: shown.output, done, problem };
}

/** Reads one stream to its present end, and says whether that is its end for good. */
async function readStream(
  id: number,
  stream: Stream,
  output: { current: Output },
  add: (stream: Stream, offset: number, text: string) => boolean,
): Promise<boolean> {
  for (;;) {
    const offset = output.current[stream].bytes;
    const params = { path: { id }, query: { stream, offset } };
    const piece = await answer(api.GET("/runs/{id}/output/", { params }));
    const text = piece[stream];
    if (text !== "") add(stream, offset, text);
    if (text === "" || piece.done) return piece.done;
  }
}
