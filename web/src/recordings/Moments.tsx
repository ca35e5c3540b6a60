/** Who came and left, and where something is missing: each leads to its moment. */
import { Group, Stack, Text, UnstyledButton } from "@mantine/core";
import { useSyncExternalStore } from "react";
import { formatDuration } from "../texts/format";
import { Panel, PanelTitle } from "../ui/Page";
import { clockTime } from "./clock";
import type { Marker } from "./details";
import { recordings as words } from "./messages";
import classes from "./Player.module.css";
import type { Playback } from "./playback";

interface Moment {
  ms: number;
  text: string;
}

export function Moments({ playback }: { playback: Playback }) {
  const { findings, timeline } = playback;
  const markers = useSyncExternalStore(findings.markers.watch, findings.markers.get);
  const holes = useSyncExternalStore(findings.holes.watch, findings.holes.get);
  const all: Moment[] = [
    ...markers.map((marker) => ({ ms: marker.ms, text: saidOf(marker) })),
    ...timeline.gaps.map(({ from, to }) => ({
      ms: from,
      text: words.gap(formatDuration((to - from) / 1000)),
    })),
    ...holes.map(({ ms, reason }) => ({ ms, text: words.hole(reason) })),
  ].toSorted((a, b) => a.ms - b.ms);
  if (all.length === 0) return null;
  return (
    <Panel>
      <PanelTitle>{words.moments}</PanelTitle>
      <Stack gap={2}>
        {all.map(({ ms, text }) => (
          <MomentButton key={`${ms} ${text}`} ms={ms} playback={playback} text={text} />
        ))}
      </Stack>
    </Panel>
  );
}

interface MomentButtonProps extends Moment {
  playback: Playback;
}

/** A line that leads to its moment. */
export function MomentButton({ ms, text, playback }: MomentButtonProps) {
  return (
    <UnstyledButton className={classes.moment} onClick={() => void playback.seek(ms)}>
      <Group gap="sm" wrap="nowrap" align="baseline">
        <Text size="sm" c="dimmed" className="numbers" miw={52}>
          {clockTime(ms)}
        </Text>
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {text}
        </Text>
      </Group>
    </UnstyledButton>
  );
}

function saidOf({ event, user, reason }: Marker): string {
  const what = words.markers[event]?.(user) ?? [user, event].filter(Boolean).join(": ");
  return reason ? `${what}: ${reason}` : what;
}
