/** Whether what is on the screen is the present: a chip when it is, a banner when it is not. */
import { Box, Tooltip } from "@mantine/core";
import { useLineState } from "../live/live";
import { Status } from "../ui/Status";
import { frame } from "./messages";
import classes from "./Shell.module.css";

export function LineChip() {
  const state = useLineState();
  if (state === "off" || state === "missing") return null;
  if (state === "live") {
    return (
      <Tooltip label={frame.liveHint}>
        <Box fz="xs" px={6} visibleFrom="sm">
          <Status tone="good" label={frame.live} />
        </Box>
      </Tooltip>
    );
  }
  const label = state === "lost" ? frame.lostShort : frame.connecting;
  return (
    <Box fz="xs" px={6} visibleFrom="sm">
      <Status tone="warning" label={label} busy />
    </Box>
  );
}

export function LineBanner() {
  if (useLineState() !== "lost") return null;
  return (
    <div role="status" className={classes.banner}>
      {frame.lost}
    </div>
  );
}
