/** Reacts to two keys one after the other, wherever nobody is typing. */
import { useEffect, useEffectEvent, useState } from "react";
import { KeySequence } from "./keySequence";

export function useKeySequence(first: string, onSecond: (key: string) => void) {
  const [sequence] = useState(() => new KeySequence(first));
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const second = sequence.press(event.key, Date.now());
    if (second !== null) onSecond(second);
  });
  useEffect(() => {
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
