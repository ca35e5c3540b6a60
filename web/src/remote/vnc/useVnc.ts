/** What the parts of a panel share: the VNC, and what may be done with it. */
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { screen as words } from "../screen/messages";
import type { PanelProps } from "../sessions";
import { usePipe } from "../usePipe";
import { vncOf } from "./feeds";
import { focusIn } from "./screen";

export function useVnc({ session, isShown }: PanelProps) {
  const { feed, element } = vncOf(session);
  const state = useSyncExternalStore(feed.state.watch, feed.state.get);
  const remoteText = useSyncExternalStore(feed.remoteText.watch, feed.remoteText.get);
  const { phase, driver } = usePipe(session.pipe);
  const [onlyWatches, setOnlyWatches] = useState(false);
  const [fits, setFits] = useState(true);
  const [isCaptured, setCaptured] = useState(false);
  const toolbar = useRef<HTMLDivElement>(null);
  const isOpen = phase.is === "open" && state.is === "open";
  const mayDrive = isOpen && driver && !onlyWatches;

  useEffect(() => feed.setView({ onlyWatches: !mayDrive, fits }), [feed, mayDrive, fits]);
  useEffect(() => {
    if (mayDrive && isShown) focusIn(element);
  }, [element, mayDrive, isShown]);

  return {
    session,
    isShown,
    feed,
    element,
    state,
    remoteText,
    onlyWatches,
    setOnlyWatches,
    fits,
    setFits,
    isCaptured: isCaptured && mayDrive,
    setCaptured,
    isOpen,
    /** Why mouse and keyboard do nothing; nothing while they do. */
    blocked: mayDrive ? undefined : reasonOf(isOpen, onlyWatches),
    toolbar,
    /** Keys go to the computer from now on. */
    focusKeyboard: () => focusIn(element),
    /** And no longer. */
    leaveKeyboard: () => toolbar.current?.querySelector("button")?.focus(),
  };
}

function reasonOf(isOpen: boolean, onlyWatches: boolean): string {
  if (!isOpen) return words.notOpen;
  return onlyWatches ? words.onlyWatchHint : words.notDriving;
}

export type VncPanelState = ReturnType<typeof useVnc>;
