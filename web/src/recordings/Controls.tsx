/** The buttons of the player, its bar and its time. */
import { Group, Switch, Text, Tooltip } from "@mantine/core";
import {
  IconMaximize,
  IconMinimize,
  IconMinus,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
} from "@tabler/icons-react";
import { formatDecimal } from "../texts/format";
import { IconAction } from "../ui/actions";
import { Bar } from "./Bar";
import { clockTime } from "./clock";
import { recordings as words } from "./messages";
import classes from "./Player.module.css";
import { type Playback, SPEEDS } from "./playback";
import { usePlaybackState, usePosition } from "./usePlayback";

interface ControlsProps {
  playback: Playback;
  isFull: boolean;
  onFull: () => void;
}

export function Controls({ playback, isFull, onFull }: ControlsProps) {
  const { isPlaying, skips } = usePlaybackState(playback);
  return (
    <Group className={classes.controls} role="group" aria-label={words.controls}>
      <IconAction
        label={isPlaying ? words.pause : words.play}
        variant="light"
        color="teal"
        size="lg"
        onClick={() => playback.toggle()}
      >
        {isPlaying ? <IconPlayerPause size={20} /> : <IconPlayerPlay size={20} />}
      </IconAction>
      <Bar playback={playback} />
      <Time playback={playback} />
      <Group gap="sm" wrap="nowrap">
        <Speed playback={playback} />
        <Tooltip label={words.skipHint} refProp="rootRef">
          <Switch
            size="xs"
            label={words.skip}
            checked={skips}
            onChange={(event) => playback.setSkips(event.currentTarget.checked)}
          />
        </Tooltip>
        <IconAction label={isFull ? words.notFull : words.full} onClick={onFull}>
          {isFull ? <IconMinimize size={18} /> : <IconMaximize size={18} />}
        </IconAction>
      </Group>
    </Group>
  );
}

function Time({ playback }: { playback: Playback }) {
  const at = clockTime(usePosition(playback));
  return (
    <Text size="sm" className="numbers" style={{ whiteSpace: "nowrap" }}>
      {at} / {clockTime(playback.timeline.end)}
    </Text>
  );
}

function Speed({ playback }: { playback: Playback }) {
  const { speed } = usePlaybackState(playback);
  return (
    <Group gap={2} wrap="nowrap">
      <IconAction
        label={words.slower}
        blocked={speed === SPEEDS[0] ? words.slowest : undefined}
        onClick={() => playback.shiftSpeed(-1)}
      >
        <IconMinus size={16} />
      </IconAction>
      <Text size="sm" className="numbers" miw={34} ta="center" role="status">
        {words.times(formatDecimal(speed))}
      </Text>
      <IconAction
        label={words.faster}
        blocked={speed === SPEEDS.at(-1) ? words.fastest : undefined}
        onClick={() => playback.shiftSpeed(1)}
      >
        <IconPlus size={16} />
      </IconAction>
    </Group>
  );
}
