/** Whether the page is up to date: a chip when it is, a banner when the connection is lost. */
import { Box, Tooltip } from "@mantine/core";
import type { Ref } from "react";
import { useConnectionState } from "../live/live";
import { Dot, Status } from "../ui/Status";
import type { Tone } from "../ui/theme";
import { frame } from "./messages";
import classes from "./Shell.module.css";

export function ConnectionChip() {
  const state = useConnectionState();
  if (state === "off" || state === "missing") return null;
  if (state === "live") {
    return (
      <Tooltip label={frame.liveHint}>
        <Chip tone="good" label={frame.live} />
      </Tooltip>
    );
  }
  return <Chip tone="warning" label={state === "lost" ? frame.lostShort : frame.connecting} busy />;
}

interface ChipProps {
  tone: Tone;
  label: string;
  busy?: boolean;
  ref?: Ref<HTMLDivElement>;
}

/** On a phone only the dot is seen; the word is still read out. */
function Chip({ tone, label, busy = false, ...others }: ChipProps) {
  return (
    <Box fz="xs" px={{ base: 2, sm: 6 }} {...others}>
      <Box visibleFrom="sm">
        <Status tone={tone} label={label} busy={busy} />
      </Box>
      <Box hiddenFrom="sm" role="img" aria-label={label}>
        <Dot tone={tone} busy={busy} />
      </Box>
    </Box>
  );
}

export function ConnectionBanner() {
  if (useConnectionState() !== "lost") return null;
  return (
    <div role="status" className={classes.banner}>
      {frame.lost}
    </div>
  );
}
