/** Around what shows a recording: how it is played, and why it is not. */
import { Alert, Text } from "@mantine/core";
import { useFullscreenElement } from "@mantine/hooks";
import type { ReactNode } from "react";
import { sentence } from "../texts/texts";
import { Controls } from "./Controls";
import { recordings as words } from "./messages";
import classes from "./Player.module.css";
import type { Playback } from "./playback";
import { usePlaybackState, useTicks } from "./usePlayback";
import { usePlayerKeys } from "./usePlayerKeys";

interface PlayerFrameProps {
  playback: Playback;
  /** A sentence about what is shown, above the bar. */
  note?: string | undefined;
  children: ReactNode;
}

export function PlayerFrame({ playback, note, children }: PlayerFrameProps) {
  const { ref, toggle, fullscreen } = useFullscreenElement();
  const { problem, isLoading } = usePlaybackState(playback);
  useTicks(playback);
  usePlayerKeys(playback);
  return (
    <section ref={ref} className={classes.frame} aria-label={words.player}>
      {problem && (
        <Alert color="red" variant="light" role="alert" title={words.unread} radius={0}>
          {sentence(problem.message)}
        </Alert>
      )}
      <div className={classes.stage} aria-busy={isLoading}>
        {children}
        {isLoading && <span className={classes.loading}>{words.loading}</span>}
      </div>
      {note && <p className={classes.note}>{note}</p>}
      <Controls playback={playback} isFull={fullscreen} onFull={() => void toggle()} />
      <Text size="xs" c="dimmed" px="sm" pb={6} visibleFrom="sm">
        {words.keys}
      </Text>
    </section>
  );
}
