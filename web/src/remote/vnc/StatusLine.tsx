/** Below the picture: how the session is, where its tunnel leads, and who sees it. */
import { Status } from "../../ui/Status";
import { remote } from "../messages";
import { PhaseStatus } from "../PhaseStatus";
import { screen } from "../screen/messages";
import classes from "../screen/Screen.module.css";
import { usePipe } from "../usePipe";
import { Viewers } from "../Viewers";
import { targetName } from "./target";
import type { VncPanelState } from "./useVnc";

export function StatusLine({ vnc }: { vnc: VncPanelState }) {
  const { session, state, isCaptured, onlyWatches } = vnc;
  const { phase, recording } = usePipe(session.pipe);
  return (
    <footer className={classes.status}>
      <PhaseStatus phase={phase} />
      <span className="numbers">{targetName(session)}</span>
      {state.is === "open" && <span>{state.name}</span>}
      {onlyWatches && <span title={screen.onlyWatchHint}>{screen.onlyWatch}</span>}
      {recording && <Status tone="bad" label={remote.recording} />}
      <div className={classes.right}>
        <span role="status">{isCaptured && screen.captured}</span>
        <Viewers pipe={session.pipe} />
      </div>
    </footer>
  );
}
