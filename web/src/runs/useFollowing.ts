/** Keeps the end of growing output in sight until somebody scrolls away from it. */
import { type UIEvent, useEffect, useRef } from "react";

/** A scroll so long after a wheel, key or pointer is a person's; milliseconds. */
const BY_HAND = 1_000;
/** So near to the end counts as being there; pixels. */
const NEAR = 24;

export function useFollowing(live: boolean, done: boolean, isEmpty: boolean) {
  const frame = useRef<HTMLPreElement>(null);
  const content = useRef<HTMLSpanElement>(null);
  const following = useRef(live);
  const byHand = useRef(Number.NEGATIVE_INFINITY);
  const noteHand = () => {
    byHand.current = performance.now();
  };
  // Not only new text moves the end: lines that come into sight get their real height only then.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the elements come with the first output
  useEffect(() => {
    if (!content.current) return;
    const observer = new ResizeObserver(() => {
      if (following.current && frame.current) frame.current.scrollTop = frame.current.scrollHeight;
    });
    observer.observe(content.current);
    return () => observer.disconnect();
  }, [isEmpty]);
  const onScroll = ({ currentTarget: pre }: UIEvent<HTMLPreElement>) => {
    // It also scrolls because it grew: only a person stops it from following.
    if (performance.now() - byHand.current > BY_HAND) return;
    noteHand();
    const isAtEnd = pre.scrollHeight - pre.scrollTop - pre.clientHeight < NEAR;
    following.current = isAtEnd && !done;
  };
  const listeners = {
    onWheel: noteHand,
    onTouchMove: noteHand,
    onPointerDown: noteHand,
    onKeyDown: noteHand,
    onScroll,
  };
  return { frame, content, listeners };
}
