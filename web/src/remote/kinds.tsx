/** The kinds of sessions: how they look, what they need, and whether this version has them. */
import {
  IconFolder,
  IconNetwork,
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
  /** What it looks like when it is open; a kind without it cannot be opened here yet. */
  panel?: LazyExoticComponent<ComponentType<PanelProps>>;
}

export const KINDS: Record<Kind, KindInfo> = {
  terminal: {
    icon: IconTerminal2,
    right: "can_use_terminal",
    panel: lazy(() => import("./terminal/TerminalPanel")),
  },
  files: {
    icon: IconFolder,
    right: "can_use_remote",
    panel: lazy(() => import("./files/FilesPanel")),
  },
  screen: {
    icon: IconScreenShare,
    right: "can_use_remote",
    panel: lazy(() => import("./screen/ScreenPanel")),
  },
  tunnel: { icon: IconNetwork, right: "can_use_remote" },
};

/** What a browser can open, in the order of the menu; tunnels are for programs. */
export const OFFERED: Kind[] = ["terminal", "files", "screen"];
