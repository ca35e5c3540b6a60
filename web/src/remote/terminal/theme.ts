/** The colours of the terminal: those of all other output, in both themes. */
import type { ITheme } from "@xterm/xterm";
import { GROUND, rgbOf } from "../../terminal/colors";

type Scheme = "light" | "dark";

const hex = (color: readonly number[]) =>
  `#${color.map((part) => part.toString(16).padStart(2, "0")).join("")}`;

const numbered = (color: number) => hex(rgbOf(color));

const TEXT: Record<Scheme, string> = { light: "#1d2329", dark: "#d5dbe1" };
const CHOSEN: Record<Scheme, string> = { light: "#b5dfe5", dark: "#155560" };
const CURSOR: Record<Scheme, string> = { light: "#056a78", dark: "#62c3cf" };

/** What text needs to be read on its ground; the terminal makes its colours so. */
export const CONTRAST = 4.5;

export function themeOf(scheme: Scheme): ITheme {
  return {
    foreground: TEXT[scheme],
    background: hex(GROUND[scheme]),
    cursor: CURSOR[scheme],
    cursorAccent: hex(GROUND[scheme]),
    selectionBackground: CHOSEN[scheme],
    black: numbered(0),
    red: numbered(1),
    green: numbered(2),
    yellow: numbered(3),
    blue: numbered(4),
    magenta: numbered(5),
    cyan: numbered(6),
    white: numbered(7),
    brightBlack: numbered(8),
    brightRed: numbered(9),
    brightGreen: numbered(10),
    brightYellow: numbered(11),
    brightBlue: numbered(12),
    brightMagenta: numbered(13),
    brightCyan: numbered(14),
    brightWhite: numbered(15),
  };
}

/** Where something was found. Written as the search wants it. */
export const FOUND = {
  matchBackground: "#8f5b00",
  matchOverviewRuler: "#e0a534",
  activeMatchBackground: "#056a78",
  activeMatchColorOverviewRuler: "#62c3cf",
};
