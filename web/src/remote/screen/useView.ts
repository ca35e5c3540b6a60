/** How large the picture is drawn, in the room that there is. */
import { useEffect, useRef, useState } from "react";
import type { ScreenStatus } from "./feed";
import type { Size } from "./geometry";
import { viewOf, type Zoom } from "./view";

const NO_ROOM: Size = { width: 0, height: 0 };

interface Viewed {
  status: Pick<ScreenStatus, "layout" | "monitor">;
  zoom: Zoom;
}

export function useView({ status, zoom }: Viewed) {
  const place = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(NO_ROOM);
  const ratio = usePixelRatio();
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const measure = () => setRoom({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const { layout, monitor } = status;
  return { place, ratio, view: layout && viewOf(layout, monitor, zoom, room, ratio) };
}

/** Changes when the window is moved to another display, or the page is zoomed. */
function usePixelRatio(): number {
  const [ratio, setRatio] = useState(() => window.devicePixelRatio);
  useEffect(() => {
    const query = window.matchMedia(`(resolution: ${ratio}dppx)`);
    const change = () => setRatio(window.devicePixelRatio);
    query.addEventListener("change", change);
    return () => query.removeEventListener("change", change);
  }, [ratio]);
  return ratio;
}
