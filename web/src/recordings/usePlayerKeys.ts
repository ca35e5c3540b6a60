/** The keys of the player, wherever on its page somebody is. */
import { useEffect, useEffectEvent } from "react";
import { commandOf } from "./keys";
import type { Playback } from "./playback";

/** How far an arrow goes, in milliseconds. */
const STEP = 5_000;

export function usePlayerKeys(playback: Playback) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const command = commandOf(event);
    if (!command) return;
    // The page would scroll, and the bar move by a step of its own.
    event.preventDefault();
    const here = playback.position.get();
    if (command === "toggle") playback.toggle();
    else if (command === "back") void playback.seek(here - STEP);
    else if (command === "on") void playback.seek(here + STEP);
    else playback.shiftSpeed(command === "faster" ? 1 : -1);
  });
  useEffect(() => {
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}
