/** What a VNC server shows, reached through a tunnel: above it what can be done, below it how the session is. */

import { SessionNotice } from "../SessionNotice";
import classes from "../screen/Screen.module.css";
import type { PanelProps } from "../sessions";
import { KeyDialog } from "./KeyDialog";
import { LoginDialog } from "./LoginDialog";
import { vnc as words } from "./messages";
import { Stage } from "./Stage";
import { StatusLine } from "./StatusLine";
import { Toolbar } from "./Toolbar";
import { useVnc } from "./useVnc";

export default function VncPanel(props: PanelProps) {
  const vnc = useVnc(props);
  const { session, state, isShown } = vnc;
  return (
    <section className={classes.panel} aria-label={words.panel(session.hostname)}>
      <Toolbar vnc={vnc} />
      <SessionNotice session={session} />
      <Stage vnc={vnc} />
      <StatusLine vnc={vnc} />
      {isShown && state.is === "asking" && (
        <LoginDialog vnc={vnc} fields={state.fields} problem={state.problem} />
      )}
      {isShown && state.is === "verifying" && (
        <KeyDialog vnc={vnc} fingerprint={state.fingerprint} />
      )}
    </section>
  );
}
