/** Below the files: how the session is, how many are chosen, and who sees it. */
import { Badge } from "@mantine/core";
import { IconPlayerRecordFilled } from "@tabler/icons-react";
import { formatBytes } from "../../texts/format";
import { remote } from "../messages";
import { PhaseStatus } from "../PhaseStatus";
import type { OpenSession } from "../sessions";
import { usePipe } from "../usePipe";
import { Viewers } from "../Viewers";
import classes from "./Files.module.css";
import { files as words } from "./messages";
import type { Panel } from "./usePanel";

export function StatusBar({ session, panel }: { session: OpenSession; panel: Panel }) {
  const { phase, recording } = usePipe(session.pipe);
  const { rows, chosen } = panel;
  const bytes = chosen.reduce((sum, { kind, size }) => sum + (kind === "file" ? size : 0), 0);
  return (
    <footer className={classes.status}>
      <PhaseStatus phase={phase} />
      <span role="status">
        {chosen.length > 0
          ? words.chosenOf(chosen.length, formatBytes(bytes))
          : words.countOf(rows.length)}
      </span>
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
      <div className={classes.end}>
        <Viewers pipe={session.pipe} />
      </div>
    </footer>
  );
}
