/** Draws VNC with noVNC, in an element that stays as long as its session. */
import RFB from "@novnc/novnc";
import { toHex } from "../pipe/bytes";
import { screen as words } from "../screen/messages";
import type { OpenScreen, ScreenEvents, VncScreen } from "./feed";
import { HeldKeys } from "./heldKeys";

/** Opens screens in `element`, one after the other. `name`: what it is called for those who do not see it. */
export function screensIn(element: HTMLElement, name: string): OpenScreen {
  const held = new HeldKeys(element);
  return (socket, credentials, events) => {
    // Others who look at the same desktop are not sent away.
    const rfb = new RFB(element, socket, { shared: true, credentials });
    rfb.background = "transparent";
    // Where the server draws none, nobody would know where the mouse is.
    rfb.showDotCursor = true;
    listen(rfb, events);
    nameCanvas(element, name);
    return screenOf(rfb, held);
  };
}

/** Gives the keyboard to the computer. */
export const focusIn = (element: HTMLElement) => canvasOf(element)?.focus({ preventScroll: true });

function screenOf(rfb: RFB, held: HeldKeys): VncScreen {
  return {
    answer: (credentials) => rfb.sendCredentials(credentials),
    accept: () => rfb.approveServer(),
    disconnect: () => rfb.disconnect(),
    pressCtrlAltDel: () => rfb.sendCtrlAltDel(),
    paste: (text) => rfb.clipboardPasteFrom(text),
    setView({ onlyWatches, fits }) {
      // While it can still say so.
      if (onlyWatches) held.release();
      rfb.viewOnly = onlyWatches;
      rfb.scaleViewport = fits;
    },
  };
}

function listen(rfb: RFB, events: ScreenEvents) {
  const on = <Detail>(type: string, act: (detail: Detail) => void) =>
    rfb.addEventListener(type, (event) => act((event as CustomEvent<Detail>).detail));
  on<{ types: Parameters<ScreenEvents["onCredentials"]>[0] }>("credentialsrequired", ({ types }) =>
    events.onCredentials(types),
  );
  on<{ type: string; publickey: Uint8Array<ArrayBuffer> }>("serververification", (detail) => {
    void fingerprintOf(detail.publickey).then((fingerprint) => events.onKey(fingerprint));
  });
  // The first name comes before it is connected.
  let [name, isConnected] = ["", false];
  on("connect", () => {
    isConnected = true;
    events.onOpen(name);
  });
  on<{ name: string }>("desktopname", (detail) => {
    name = detail.name;
    if (isConnected) events.onOpen(name);
  });
  on<{ text: string }>("clipboard", ({ text }) => events.onClipboard(text));
  on<{ reason?: string }>("securityfailure", ({ reason }) => events.onRefused(reason ?? ""));
  on("disconnect", () => events.onClosed());
}

/** As VNC servers and other viewers show it. */
async function fingerprintOf(key: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-1", key));
  return (toHex(hash.subarray(0, 8)).match(/../g) ?? []).join("-");
}

/** noVNC's own canvas can only be reached with a mouse. */
function nameCanvas(element: HTMLElement, name: string) {
  const canvas = canvasOf(element);
  if (!canvas) return;
  canvas.tabIndex = 0;
  canvas.setAttribute("role", "application");
  canvas.setAttribute("aria-label", name);
  canvas.setAttribute("aria-description", words.keyboardHint);
}

const canvasOf = (element: HTMLElement) => element.querySelector("canvas");
