/** Where playback is, where something is missing, and who came when: dragged with the pointer. */
import { useState, useSyncExternalStore } from "react";
import { clockTime } from "./clock";
import { recordings as words } from "./messages";
import classes from "./Player.module.css";
import type { Playback } from "./playback";
import { Scrubber } from "./scrubber";
import { usePlaybackState, usePosition } from "./usePlayback";

/** Steps of the bar: finer than its pixels. */
const STEPS = 5_000;

export function Bar({ playback }: { playback: Playback }) {
  const { skips } = usePlaybackState(playback);
  const position = usePosition(playback);
  const [scrubber] = useState(() => new Scrubber((ms) => playback.seek(ms)));
  const { timeline } = playback;
  const said = words.moment(clockTime(position), clockTime(timeline.end));
  return (
    <div className={classes.bar}>
      <Marks playback={playback} skips={skips} />
      <input
        type="range"
        data-player-keys
        aria-label={words.bar}
        aria-valuetext={said}
        min={0}
        max={STEPS}
        value={Math.round(timeline.fractionOf(position, skips) * STEPS)}
        onChange={(event) =>
          void scrubber.to(timeline.momentAt(Number(event.currentTarget.value) / STEPS, skips))
        }
      />
    </div>
  );
}

/** For the eye only: below the player they are a list. */
function Marks({ playback, skips }: { playback: Playback; skips: boolean }) {
  const { timeline, findings } = playback;
  const markers = useSyncExternalStore(findings.markers.watch, findings.markers.get);
  const holes = useSyncExternalStore(findings.holes.watch, findings.holes.get);
  const at = (ms: number) => `${timeline.fractionOf(ms, skips) * 100}%`;
  const wide = (from: number, to: number) =>
    `${(timeline.fractionOf(to, skips) - timeline.fractionOf(from, skips)) * 100}%`;
  return (
    <div className={classes.marks} aria-hidden>
      {timeline.gaps.map(({ from, to }) => (
        <i key={from} data-gap style={{ left: at(from), width: wide(from, to) }} />
      ))}
      {holes.map(({ ms }) => (
        <i key={ms} data-gap style={{ left: at(ms) }} />
      ))}
      {markers.map(({ ms, user, event }) => (
        <i key={`${ms} ${user} ${event}`} data-marker style={{ left: at(ms) }} />
      ))}
    </div>
  );
}
