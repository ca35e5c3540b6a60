/** Leaves room for the sessions at the end of every page, as the frame does for its own parts. */
import { useEffect } from "react";
import { useSettings } from "../settings";
import type { DockState } from "./state";

/** Of the tabs alone. */
const BAR = 37;

export function useRoom({ order, isMinimised, isFull }: DockState) {
  const { position, height, width } = useSettings();
  const isOpen = order.length > 0 && !isFull && !isMinimised;
  const below = isMinimised ? BAR : isOpen && position === "bottom" ? height : 0;
  const beside = isOpen && position === "side" ? width : 0;
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty("--app-shell-footer-offset", `${below}px`);
    style.setProperty("--app-shell-aside-offset", `min(${beside}px, 50vw)`);
    return () => {
      style.removeProperty("--app-shell-footer-offset");
      style.removeProperty("--app-shell-aside-offset");
    };
  }, [below, beside]);
}
