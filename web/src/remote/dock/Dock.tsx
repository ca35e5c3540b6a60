/** The open sessions at the edge of the window: their tabs, and one or two of them. */
import { useMediaQuery } from "@mantine/hooks";
import { type CSSProperties, Suspense, useEffect, useState } from "react";
import { LinesSkeleton } from "../../ui/states";
import { KINDS } from "../kinds";
import { remote as words } from "../messages";
import { rejoin } from "../openSession";
import { endSession } from "../queries";
import { type OpenSession, sessions, useDock } from "../sessions";
import { useSettings } from "../settings";
import { CloseDialog } from "./CloseDialog";
import { endsWith, mustAsk } from "./closing";
import classes from "./Dock.module.css";
import { DockBar } from "./DockBar";
import { ResizeHandle } from "./ResizeHandle";
import { activated, type DockState, joined } from "./state";
import { useRoom } from "./useRoom";

/** A phone has room for one session, whatever was chosen on a wider window. */
const NARROW = "(max-width: 47.99em)";

export default function Dock() {
  const all = useDock();
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const dock = isNarrow ? joined(all) : all;
  const { position, height, width } = useSettings();
  const [closing, setClosing] = useState<OpenSession | null>(null);
  useEffect(() => void rejoin(), []);
  useDockKey();
  useRoom(dock);
  if (dock.order.length === 0) return null;

  const close = async (session: OpenSession) => {
    if (await mustAsk(session)) return setClosing(session);
    // It ends by itself as well, only later.
    if (endsWith(session)) void endSession(session.id).catch(() => {});
    sessions.remove(session.id);
  };
  const size = position === "side" ? width : height;
  return (
    <aside
      className={classes.dock}
      aria-label={words.dock}
      data-position={position}
      data-full={dock.isFull && !dock.isMinimised}
      data-minimised={dock.isMinimised}
      style={{ "--dock-size": `${size}px` } as CSSProperties}
    >
      {!dock.isFull && !dock.isMinimised && <ResizeHandle position={position} size={size} />}
      <DockBar dock={dock} onClose={(session) => void close(session)} />
      <div className={classes.panes} hidden={dock.isMinimised}>
        {dock.order.map((id) => (
          <Pane key={id} id={id} dock={dock} />
        ))}
      </div>
      {closing && <CloseDialog session={closing} onClose={() => setClosing(null)} />}
    </aside>
  );
}

/** A session. It stays when it is not shown: its terminal goes on. */
function Pane({ id, dock }: { id: string; dock: DockState }) {
  const session = sessions.find(id);
  const Content = session && KINDS[session.kind].panel;
  if (!session || !Content) return null;
  const isShown = dock.shown.includes(id);
  const choose = () => {
    if (dock.active !== id) sessions.arrange((state) => activated(state, id));
  };
  return (
    <div
      className={classes.pane}
      hidden={!isShown}
      style={{ order: dock.shown.indexOf(id) }}
      onFocusCapture={choose}
    >
      {isShown && dock.shown.length > 1 && <p className={classes.host}>{session.hostname}</p>}
      <div className={classes.content}>
        <Suspense fallback={<LinesSkeleton />}>
          <Content session={session} isShown={isShown && !dock.isMinimised} />
        </Suspense>
      </div>
    </div>
  );
}

/** Ctrl and the key below Escape, from everywhere on the page. */
function useDockKey() {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isKey = event.ctrlKey && !event.shiftKey && !event.altKey && event.code === "Backquote";
      // In a terminal the panel hears of it.
      if (!isKey || event.defaultPrevented) return;
      event.preventDefault();
      sessions.arrange((state) => ({ ...state, isMinimised: !state.isMinimised }));
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}
