/** What is used of noVNC, which has no types of its own. */
declare module "@novnc/novnc" {
  export interface Credentials {
    username?: string;
    password?: string;
    target?: string;
  }

  export default class RFB extends EventTarget {
    constructor(
      target: HTMLElement,
      /** A WebSocket, or what behaves like one. */
      channel: object,
      options?: { shared?: boolean; credentials?: Credentials },
    );
    background: string;
    scaleViewport: boolean;
    showDotCursor: boolean;
    viewOnly: boolean;
    approveServer(): void;
    blur(): void;
    clipboardPasteFrom(text: string): void;
    disconnect(): void;
    focus(options?: FocusOptions): void;
    sendCredentials(credentials: Credentials): void;
    sendCtrlAltDel(): void;
  }
}
