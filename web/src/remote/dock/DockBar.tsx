/** The tabs of the open sessions, and how they are arranged. */
import { CloseButton, UnstyledButton } from "@mantine/core";
import {
  IconChevronDown,
  IconChevronUp,
  IconColumns2,
  IconLayoutBottombar,
  IconLayoutSidebarRight,
  IconMaximize,
  IconMinimize,
} from "@tabler/icons-react";
import { IconAction } from "../../ui/actions";
import { Dot } from "../../ui/Status";
import type { Tone } from "../../ui/theme";
import { KINDS } from "../kinds";
import { remote as words } from "../messages";
import type { Phase } from "../pipe/status";
import { type OpenSession, sessions } from "../sessions";
import { settings, useSettings } from "../settings";
import { usePipe } from "../usePipe";
import classes from "./Dock.module.css";
import { activated, type DockState, joined, split } from "./state";

interface DockBarProps {
  dock: DockState;
  onClose: (session: OpenSession) => void;
}

export function DockBar({ dock, onClose }: DockBarProps) {
  const all = dock.order.flatMap((id) => sessions.find(id) ?? []);
  return (
    <div className={classes.bar}>
      <nav className={classes.tabs} aria-label={words.tabs}>
        {all.map((session) => (
          <DockTab key={session.id} session={session} dock={dock} onClose={onClose} />
        ))}
      </nav>
      <Arrangement dock={dock} />
    </div>
  );
}

function DockTab({ session, dock, onClose }: DockBarProps & { session: OpenSession }) {
  const { id, kind, hostname } = session;
  const { phase } = usePipe(session.pipe);
  const Icon = KINDS[kind].icon;
  const name = words.tabLabel(words.offers[kind], hostname);
  const isShown = dock.shown.includes(id) && !dock.isMinimised;
  return (
    <div className={classes.tab} data-shown={isShown} data-active={isShown && dock.active === id}>
      <UnstyledButton
        className={classes.name}
        title={name}
        aria-label={name}
        aria-pressed={isShown}
        onClick={() => sessions.arrange((state) => activated(state, id))}
      >
        <Icon size={15} />
        <span>{hostname}</span>
        {phase.is !== "open" && <Dot tone={TONES[phase.is]} busy={phase.is !== "ended"} />}
      </UnstyledButton>
      <CloseButton size="sm" aria-label={words.close(name)} onClick={() => onClose(session)} />
    </div>
  );
}

const TONES: Record<Phase["is"], Tone> = {
  opening: "info",
  consent: "warning",
  open: "good",
  broken: "warning",
  ended: "quiet",
};

function Arrangement({ dock }: { dock: DockState }) {
  const { position } = useSettings();
  const { isMinimised, isFull, shown, order } = dock;
  if (isMinimised) {
    const restore = () => sessions.arrange((state) => ({ ...state, isMinimised: false }));
    return (
      <IconAction label={words.restore} onClick={restore}>
        <IconChevronUp size={16} />
      </IconAction>
    );
  }
  const isSplit = shown.length > 1;
  const isSide = position === "side";
  return (
    <>
      {order.length > 1 && (
        <IconAction
          label={isSplit ? words.notSplit : words.split}
          aria-pressed={isSplit}
          visibleFrom="sm"
          onClick={() => sessions.arrange(isSplit ? joined : split)}
        >
          <IconColumns2 size={16} />
        </IconAction>
      )}
      <IconAction
        label={isSide ? words.toBottom : words.toSide}
        visibleFrom="sm"
        onClick={() => settings.set({ position: isSide ? "bottom" : "side" })}
      >
        {isSide ? <IconLayoutBottombar size={16} /> : <IconLayoutSidebarRight size={16} />}
      </IconAction>
      <IconAction
        label={isFull ? words.notFull : words.full}
        aria-pressed={isFull}
        onClick={() => sessions.arrange((state) => ({ ...state, isFull: !isFull }))}
      >
        {isFull ? <IconMinimize size={16} /> : <IconMaximize size={16} />}
      </IconAction>
      <IconAction
        label={words.minimise}
        onClick={() => sessions.arrange((state) => ({ ...state, isMinimised: true }))}
      >
        <IconChevronDown size={16} />
      </IconAction>
    </>
  );
}
