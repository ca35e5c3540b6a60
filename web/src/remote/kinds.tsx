/** The kinds of sessions: how they look, what they need, and whether this version has them. */
import {
  IconDeviceDesktopShare,
  IconFolder,
  IconScreenShare,
  IconTerminal2,
  type TablerIcon,
} from "@tabler/icons-react";
import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import type { Right } from "../session/rights";
import type { Kind } from "./kind";
import type { PanelProps } from "./sessions";

interface KindInfo {
  icon: TablerIcon;
  right: Right;
  /** `c` and this letter open one. */
  letter: string;
  /** What it looks like when it is open. */
  panel: LazyExoticComponent<ComponentType<PanelProps>>;
  /** A dialog asks what to open: there is no usual choice. */
  asks?: boolean;
}

export const KINDS: Record<Kind, KindInfo> = {
  terminal: {
    icon: IconTerminal2,
    letter: "t",
    right: "can_use_terminal",
    panel: lazy(() => import("./terminal/TerminalPanel")),
  },
  files: {
    icon: IconFolder,
    letter: "f",
    right: "can_use_remote",
    panel: lazy(() => import("./files/FilesPanel")),
  },
  screen: {
    icon: IconScreenShare,
    letter: "s",
    right: "can_use_remote",
    panel: lazy(() => import("./screen/ScreenPanel")),
  },
  tunnel: {
    icon: IconDeviceDesktopShare,
    letter: "v",
    right: "can_use_remote",
    // Programs use tunnels for everything; a browser shows what VNC servers show.
    panel: lazy(() => import("./vnc/VncPanel")),
    asks: true,
  },
};
