/** The screen of a computer: the picture, above it what can be done, below it how the session is. */
import { SessionNotice } from "../SessionNotice";
import type { PanelProps } from "../sessions";
import { usePipe } from "../usePipe";
import { screen as words } from "./messages";
import classes from "./Screen.module.css";
import { Stage } from "./Stage";
import { StatusLine } from "./StatusLine";
import { Toolbar } from "./Toolbar";
import { useScreen } from "./useScreen";

export default function ScreenPanel(props: PanelProps) {
  const screen = useScreen(props);
  const { session, status } = screen;
  const { phase } = usePipe(session.pipe);
  // The reason is said where the picture would be.
  const hasNoPicture = phase.is === "ended" && status.layout === null;
  return (
    <section className={classes.panel} aria-label={words.panel(session.hostname)}>
      <Toolbar screen={screen} />
      <SessionNotice session={session} about={hasNoPicture ? words.ended : undefined} />
      <Stage screen={screen} />
      <StatusLine screen={screen} />
    </section>
  );
}
