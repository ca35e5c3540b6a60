/** Below the picture: how the session is, how fast it comes, and who sees it. */
import { Badge } from "@mantine/core";
import { IconPlayerRecordFilled } from "@tabler/icons-react";
import { formatBytes, formatNumber } from "../../texts/format";
import { useNow } from "../../ui/Moment";
import { remote } from "../messages";
import { PhaseStatus } from "../PhaseStatus";
import { usePipe } from "../usePipe";
import { Viewers } from "../Viewers";
import type { ScreenFeed } from "./feed";
import { screen as words } from "./messages";
import classes from "./Screen.module.css";
import type { ScreenState } from "./useScreen";

export function StatusLine({ screen }: { screen: ScreenState }) {
  const { session, feed, status, isOpen, isCaptured, onlyWatches } = screen;
  const { phase, recording } = usePipe(session.pipe);
  const { layout } = status;
  return (
    <footer className={classes.status}>
      <PhaseStatus phase={phase} />
      {layout && (
        <span className="numbers">
          {words.size(formatNumber(layout.width), formatNumber(layout.height))}
        </span>
      )}
      {isOpen && layout && <SpeedFigures feed={feed} />}
      {onlyWatches && <span title={words.onlyWatchHint}>{words.onlyWatch}</span>}
      {recording && (
        <Badge
          color="red"
          variant="light"
          tt="none"
          title={remote.recordingHint}
          leftSection={<IconPlayerRecordFilled size={10} />}
        >
          {remote.recording}
        </Badge>
      )}
      <div className={classes.right}>
        <span role="status">{isCaptured && words.captured}</span>
        <Viewers pipe={session.pipe} />
      </div>
    </footer>
  );
}

/** Not read out: they change every second. */
function SpeedFigures({ feed }: { feed: ScreenFeed }) {
  const now = useNow(1_000);
  const { frames, delay, rate, bytes } = feed.statistics.read(now);
  return (
    <span className="numbers" aria-live="off">
      {words.frames(frames)}
      {delay !== null && <span title={words.delayHint}> · {words.delay(formatNumber(delay))}</span>}
      <span title={words.total(formatBytes(bytes))}> · {words.rate(formatBytes(rate))}</span>
    </span>
  );
}
