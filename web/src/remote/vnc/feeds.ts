/** The VNC of open sessions: it goes on while its tab is not shown. */
import type { OpenSession } from "../sessions";
import { VncFeed } from "./feed";
import { vnc as words } from "./messages";
import { screensIn } from "./screen";

export interface DrawnVnc {
  feed: VncFeed;
  /** What it is drawn in; a panel shows it. */
  element: HTMLElement;
}

const drawn = new WeakMap<OpenSession["pipe"], DrawnVnc>();

export function vncOf({ pipe, hostname }: OpenSession): DrawnVnc {
  const known = drawn.get(pipe);
  if (known) return known;
  const element = document.createElement("div");
  const made = { feed: new VncFeed(pipe, screensIn(element, words.picture(hostname))), element };
  drawn.set(pipe, made);
  return made;
}
