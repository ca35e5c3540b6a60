/** The edge of the dock, moved with the pointer or with the arrows. */
import type { KeyboardEvent, PointerEvent } from "react";
import { remote as words } from "../messages";
import { type RemoteSettings, settings } from "../settings";
import classes from "./Dock.module.css";
import { STEP, withinWindow } from "./size";

interface ResizeHandleProps {
  position: RemoteSettings["position"];
  size: number;
}

export function ResizeHandle({ position, size }: ResizeHandleProps) {
  const isSide = position === "side";
  const resize = (wanted: number) => {
    const all = isSide ? window.innerWidth : window.innerHeight;
    const fitting = withinWindow(wanted, all);
    settings.set(isSide ? { width: fitting } : { height: fitting });
  };
  const drag = ({ currentTarget, pointerId, clientX, clientY }: PointerEvent) => {
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    resize(isSide ? window.innerWidth - clientX : window.innerHeight - clientY);
  };
  const press = (event: KeyboardEvent) => {
    const larger = isSide ? "ArrowLeft" : "ArrowUp";
    const smaller = isSide ? "ArrowRight" : "ArrowDown";
    if (event.key !== larger && event.key !== smaller) return;
    event.preventDefault();
    resize(size + (event.key === larger ? STEP : -STEP));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line that is moved, which a plain one cannot be
    <div
      role="separator"
      tabIndex={0}
      className={classes.handle}
      data-position={position}
      aria-label={words.resize}
      aria-orientation={isSide ? "vertical" : "horizontal"}
      aria-valuenow={size}
      onKeyDown={press}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
    />
  );
}
