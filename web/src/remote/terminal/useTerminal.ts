/** Puts the terminal of a session into a page, as large as there is room for. */
import { useComputedColorScheme } from "@mantine/core";
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from "react";
import type { PanelProps } from "../sessions";
import { settings, useSettings } from "../settings";
import { usePipe } from "../usePipe";
import type { TerminalFeed } from "./feed";
import { screenOf } from "./screen";

export function useTerminal({ session, isShown }: PanelProps, feed: TerminalFeed) {
  const place = useRef<HTMLDivElement>(null);
  const [screen] = useState(() => screenOf(feed));
  const { phase, driver } = usePipe(session.pipe);
  const { size } = useSyncExternalStore(feed.watch, feed.status);
  const { fontSize, screenReader } = useSettings();
  const scheme = useComputedColorScheme("light");
  const mayType = driver && phase.is === "open";

  useEffect(() => (place.current ? screen.putInto(place.current) : undefined), [screen]);
  useEffect(() => screen.paintFor(scheme), [screen, scheme]);
  useEffect(() => {
    screen.terminal.options.disableStdin = !mayType;
    if (mayType && isShown) screen.terminal.focus();
  }, [screen, mayType, isShown]);

  /** The one who types decides about the size; who watches sees it as it is. */
  const refit = useEffectEvent(() => {
    const room = mayType && isShown ? screen.room() : undefined;
    if (!room) return;
    feed.fit(room.rows, room.cols);
    const { rows, cols } = settings.get();
    if (rows !== room.rows || cols !== room.cols) settings.set(room);
  });
  useEffect(() => {
    if (!place.current) return;
    const observer = new ResizeObserver(() => refit());
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    screen.terminal.options.fontSize = fontSize;
    screen.terminal.options.screenReaderMode = screenReader;
    refit();
  }, [screen, fontSize, screenReader]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them may leave another room, or allow to use it
  useEffect(() => refit(), [mayType, isShown, size]);

  return { place, screen };
}
