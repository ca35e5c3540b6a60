/** A recorded terminal, with a search in everything that it printed. */

import { useComputedColorScheme } from "@mantine/core";
import { useEffect, useRef, useSyncExternalStore } from "react";
import type { Schema } from "../api/client";
import { LinesSkeleton } from "../ui/states";
import { Moments } from "./Moments";
import { recordings as words } from "./messages";
import classes from "./Player.module.css";
import { PlayerFrame } from "./PlayerFrame";
import { SearchPanel } from "./SearchPanel";
import { TerminalViewer } from "./terminalViewer";
import { usePlayback } from "./usePlayback";

export default function TerminalPlayer({ recording }: { recording: Schema<"RecordingDetails"> }) {
  const played = usePlayback(recording, "terminal", () => new TerminalViewer());
  if (!played) return <LinesSkeleton />;
  const { playback, viewer } = played;
  return (
    <>
      <Played viewer={viewer} playback={playback} hostname={recording.hostname} />
      <SearchPanel id={recording.id} playback={playback} />
      <Moments playback={playback} />
    </>
  );
}

interface PlayedProps {
  viewer: TerminalViewer;
  playback: Parameters<typeof PlayerFrame>[0]["playback"];
  hostname: string;
}

function Played({ viewer, playback, hostname }: PlayedProps) {
  const place = useRef<HTMLDivElement>(null);
  const { typed, exit } = useSyncExternalStore(viewer.status.watch, viewer.status.get);
  const scheme = useComputedColorScheme("light");
  useEffect(() => (place.current ? viewer.putInto(place.current) : undefined), [viewer]);
  useEffect(() => viewer.paintFor(scheme), [viewer, scheme]);
  const note = exit ? words.exited(exit.code) : typed && `${words.typed}: ${typed}`;
  return (
    <PlayerFrame playback={playback} note={note || undefined}>
      <section
        ref={place}
        className={classes.terminal}
        aria-label={words.terminal(hostname)}
        data-player-keys
      />
    </PlayerFrame>
  );
}
