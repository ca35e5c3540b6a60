/** Which rows are on the screen: the only ones that are rendered. */
import { useMediaQuery } from "@mantine/hooks";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

export const HEAD = 34;

/** High enough for a thumb on a phone, where a row has two lines; low elsewhere. */
const ROW = { narrow: 52, wide: 34 };

/** As in the style sheets. */
const NARROW = "(max-width: 47.99em)";

/** Rows beyond each edge, so that a half row never shows a gap. */
const BEYOND = 3;

/** How far a grid is scrolled. */
export interface GridPosition {
  top: number;
  left: number;
}

export interface Viewport {
  first: number;
  /** One after the last. */
  end: number;
  /** Distance of the first row from the top of the pane. */
  offset: number;
  /** Height of the pane below the header. */
  height: number;
  /** Height of a row. */
  row: number;
  isNarrow: boolean;
}

interface Scrolled {
  /** The initial position: where it was left. */
  from?: GridPosition | undefined;
  onPosition?: ((place: GridPosition) => void) | undefined;
}

export function useViewport(
  scroller: RefObject<HTMLDivElement | null>,
  count: number,
  { from, onPosition }: Scrolled,
) {
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(0);
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) ?? false;
  const row = isNarrow ? ROW.narrow : ROW.wide;

  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const measure = () => setHeight(Math.max(0, box.clientHeight - HEAD));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [scroller]);

  useReturn(scroller, count, from);

  // In the same frame as the scroll, so that rows and scroll bar stay together.
  const onScroll = useCallback(() => {
    const { scrollTop = 0, scrollLeft = 0 } = scroller.current ?? {};
    flushSync(() => setTop(scrollTop));
    onPosition?.({ top: scrollTop, left: scrollLeft });
  }, [scroller, onPosition]);

  const first = Math.max(0, Math.min(Math.floor(top / row), count) - BEYOND);
  const end = Math.min(count, Math.ceil((top + height) / row) + BEYOND);
  const viewport = { first, end, offset: first * row - top, height, row, isNarrow };
  return { viewport, onScroll };
}

/** Scrolls to where the grid was left: as soon as so many rows are there, unless somebody scrolls before. */
function useReturn(
  scroller: RefObject<HTMLDivElement | null>,
  count: number,
  from: GridPosition | undefined,
) {
  const [wanted] = useState(from);
  const reached = useRef(wanted === undefined ? -1 : 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with more rows it may get further
  useEffect(() => {
    const box = scroller.current;
    if (!box || !wanted || reached.current < 0) return;
    if (box.scrollTop !== reached.current) {
      reached.current = -1;
      return;
    }
    box.scrollTo(wanted);
    reached.current = box.scrollTop < wanted.top ? box.scrollTop : -1;
  }, [scroller, wanted, count]);
}

/** Scrolls no further than it must for the row to be seen whole. */
export function revealRow(scroller: HTMLDivElement, row: number, height: number) {
  const above = row * height;
  const below = above + height + HEAD - scroller.clientHeight;
  if (scroller.scrollTop > above) scroller.scrollTop = above;
  else if (scroller.scrollTop < below) scroller.scrollTop = below;
}

/** The same sideways; `left` and `width` are the cell's, `fixed` is what always covers the edge. */
export function revealCell(scroller: HTMLDivElement, left: number, width: number, fixed: number) {
  const right = left + width - scroller.clientWidth;
  if (scroller.scrollLeft > left - fixed) scroller.scrollLeft = left - fixed;
  else if (scroller.scrollLeft < right) scroller.scrollLeft = right;
}
