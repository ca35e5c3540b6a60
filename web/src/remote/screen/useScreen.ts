/** What the parts of a panel share: the screen, what may be done with it, and how it is looked at. */
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { notify } from "../../ui/notify";
import type { PanelProps } from "../sessions";
import { usePipe } from "../usePipe";
import { screenFeedOf } from "./feeds";
import { screen as words } from "./messages";
import { options } from "./options";
import type { Zoom } from "./view";

export function useScreen({ session, isShown }: PanelProps) {
  const feed = screenFeedOf(session.pipe);
  const status = useSyncExternalStore(feed.status.watch, feed.status.get);
  const chosen = useSyncExternalStore(options.watch, options.get);
  const { phase, driver } = usePipe(session.pipe);
  const [onlyWatches, setOnlyWatches] = useState(false);
  const [isCaptured, setCaptured] = useState(false);
  const [zoom, setZoom] = useState<Zoom>("fit");
  const keyboard = useRef<HTMLTextAreaElement>(null);
  const toolbar = useRef<HTMLDivElement>(null);
  const isOpen = phase.is === "open";
  const mayDrive = isOpen && driver && !onlyWatches;

  useEffect(() => {
    feed.onRefused = notify;
  }, [feed]);
  useEffect(() => {
    const follow = () => feed.setShown(isShown && !document.hidden);
    follow();
    document.addEventListener("visibilitychange", follow);
    return () => document.removeEventListener("visibilitychange", follow);
  }, [feed, isShown]);

  return {
    session,
    isShown,
    feed,
    status,
    options: chosen,
    isOpen,
    mayDrive,
    /** Why mouse and keyboard do nothing; nothing while they do. */
    blocked: mayDrive ? undefined : reasonOf(isOpen, onlyWatches),
    onlyWatches,
    setOnlyWatches,
    isCaptured,
    setCaptured,
    zoom,
    setZoom,
    keyboard,
    toolbar,
    /** Keys go to the computer from now on. */
    focusKeyboard: () => keyboard.current?.focus({ preventScroll: true }),
    /** And no longer. */
    leaveKeyboard: () => toolbar.current?.querySelector("button")?.focus(),
  };
}

function reasonOf(isOpen: boolean, onlyWatches: boolean): string {
  if (!isOpen) return words.notOpen;
  return onlyWatches ? words.onlyWatchHint : words.notDriving;
}

export type ScreenState = ReturnType<typeof useScreen>;
