/**
 * The computer's pointer. Who drives sees their own, which looks like it and
 * does not lag; for all others it is drawn where it is.
 */
import { type RefObject, useEffect, useSyncExternalStore } from "react";
import type { ScreenFeed } from "./feed";
import { cursorStyle, usePointerImage } from "./pointerImage";
import classes from "./Screen.module.css";
import type { View } from "./view";

interface RemotePointerProps {
  feed: Pick<ScreenFeed, "pointer">;
  view: View;
  sheet: RefObject<HTMLElement | null>;
  /** The viewer's pointer is that of the computer. */
  isOwn: boolean;
  /** The viewer's pointer is above the picture: one is enough. */
  isHidden: boolean;
}

export function RemotePointer({ feed, view, sheet, isOwn, isHidden }: RemotePointerProps) {
  const pointer = useSyncExternalStore(feed.pointer.watch, feed.pointer.get);
  const shape = pointer?.shape;
  const address = usePointerImage(shape);
  // One that programs hide is still shown here: without any, nobody finds out where they point.
  const style = pointer?.isVisible ? cursorStyle(shape, address) : "default";
  useEffect(() => {
    const element = sheet.current;
    if (!element || !isOwn) return;
    element.style.cursor = style;
    return () => {
      element.style.removeProperty("cursor");
    };
  }, [sheet, isOwn, style]);
  if (!pointer?.isVisible || !shape || isHidden) return null;
  const { crop, scale } = view;
  return (
    <img
      className={classes.pointer}
      src={address}
      alt=""
      draggable={false}
      style={{
        left: (pointer.x - shape.hotX - crop.x) * scale,
        top: (pointer.y - shape.hotY - crop.y) * scale,
        width: shape.width * scale,
        height: shape.height * scale,
      }}
    />
  );
}
