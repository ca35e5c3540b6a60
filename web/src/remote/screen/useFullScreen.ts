/** The sessions on the whole screen: the page's own menus and notices must stay visible, so it is the whole page. */
import { useFullscreenDocument } from "@mantine/hooks";
import { useEffect, useRef } from "react";
import { sessions } from "../sessions";
import { screen as words } from "./messages";

/** Lets a page have the keys that the browser keeps otherwise; only some browsers have it. */
interface KeyboardLock {
  lock(): Promise<void>;
  unlock(): void;
}

const keyboardLock = (): KeyboardLock | undefined =>
  (navigator as Navigator & { keyboard?: KeyboardLock }).keyboard;

export function useFullScreen() {
  const { fullscreen, toggle } = useFullscreenDocument();
  const isOurs = useRef(false);
  useEffect(() => {
    if (fullscreen || !isOurs.current) return;
    // Also when it was left with the browser's own key.
    isOurs.current = false;
    keyboardLock()?.unlock();
    sessions.arrange((state) => ({ ...state, isFull: false }));
  }, [fullscreen]);

  return {
    isFull: fullscreen,
    blocked: document.fullscreenEnabled ? undefined : words.noFull,
    toggle: async () => {
      if (fullscreen) return toggle();
      sessions.arrange((state) => ({ ...state, isFull: true }));
      try {
        await toggle();
        isOurs.current = true;
        // Without it, Alt+Tab and the like stay with this computer: the menu has them.
        await keyboardLock()?.lock();
      } catch {
        // The browser keeps its window; the sessions are as large as it is.
      }
    },
  };
}
