/** Which rows are on the screen: the only ones that exist. */
import { type RefObject, useCallback, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";

export const ROW = 34;
export const HEAD = 34;

/** Rows beyond each edge, so that a half row never shows a gap. */
const BEYOND = 3;

export interface Viewport {
  first: number;
  /** One after the last. */
  end: number;
  /** Where the first row stands, from the top of the pane. */
  offset: number;
  /** Height of the pane below the header. */
  height: number;
}

export function useViewport(scroller: RefObject<HTMLDivElement | null>, count: number) {
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(0);

  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const measure = () => setHeight(Math.max(0, box.clientHeight - HEAD));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [scroller]);

  // In the frame of the scrolling itself, so that rows and scroll bar never part.
  const onScroll = useCallback(() => {
    flushSync(() => setTop(scroller.current?.scrollTop ?? 0));
  }, [scroller]);

  const first = Math.max(0, Math.min(Math.floor(top / ROW), count) - BEYOND);
  const end = Math.min(count, Math.ceil((top + height) / ROW) + BEYOND);
  return { viewport: { first, end, offset: first * ROW - top, height }, onScroll };
}

/** Scrolls no further than it must for the row to be seen whole. */
export function revealRow(scroller: HTMLDivElement, row: number) {
  const above = row * ROW;
  const below = above + ROW + HEAD - scroller.clientHeight;
  if (scroller.scrollTop > above) scroller.scrollTop = above;
  else if (scroller.scrollTop < below) scroller.scrollTop = below;
}

/** The same sideways; `left` and `width` are the cell's, `fixed` is what always covers the edge. */
export function revealCell(scroller: HTMLDivElement, left: number, width: number, fixed: number) {
  const right = left + width - scroller.clientWidth;
  if (scroller.scrollLeft > left - fixed) scroller.scrollLeft = left - fixed;
  else if (scroller.scrollLeft < right) scroller.scrollLeft = right;
}
