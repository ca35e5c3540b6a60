/** A recording that is played on a page, with what shows it. */

import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import type { Schema } from "../api/client";
import type { Kind } from "../remote/kind";
import { PartSource } from "./partSource";
import { Playback, type Viewer } from "./playback";
import { readPart } from "./queries";
import { Timeline } from "./timeline";

export interface Played<Shown> {
  playback: Playback;
  viewer: Shown;
}

/** Shows its first moment as soon as it can. Nothing while there is no page to show it on. */
export function usePlayback<Shown extends Viewer & { end(): void }>(
  recording: Schema<"RecordingDetails">,
  kind: Kind,
  make: () => Shown,
): Played<Shown> | null {
  const [played, setPlayed] = useState<Played<Shown> | null>(null);
  const { id, index, state } = recording;
  const isGrowing = state === "recording";
  const begin = useEffectEvent((): Played<Shown> => {
    const viewer = make();
    const source = new PartSource((part) => readPart(id, part));
    const playback = new Playback({
      ...{ timeline: new Timeline(index), kind, source, viewer, isGrowing },
    });
    void playback.seek(0);
    return { playback, viewer };
  });
  useEffect(() => {
    const made = begin();
    setPlayed(made);
    return () => {
      made.playback.pause();
      made.viewer.end();
    };
  }, []);
  useEffect(
    () => played?.playback.extend(new Timeline(index), isGrowing),
    [played, index, isGrowing],
  );
  return played;
}

export function usePlaybackState(playback: Playback) {
  const { state } = playback;
  return useSyncExternalStore(state.watch, state.get);
}

export function usePosition({ position }: Playback): number {
  return useSyncExternalStore(position.watch, position.get);
}

/** Time goes on with the pictures of the page, as long as it is played. */
export function useTicks(playback: Playback) {
  const { isPlaying } = usePlaybackState(playback);
  useEffect(() => {
    if (!isPlaying) return;
    let next = 0;
    const tick = (now: number) => {
      playback.tick(now);
      next = requestAnimationFrame(tick);
    };
    next = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(next);
  }, [playback, isPlaying]);
}
