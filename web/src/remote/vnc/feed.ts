/**
 * VNC over a tunnel, from dialling to the end: asks for what the VNC server wants to
 * know, says why it is not seen, and comes back after a connection that broke.
 */
import type { Connection } from "../files/requests";
import { Store } from "../screen/store";
import { vnc as words } from "./messages";
import { TunnelSocket } from "./socket";

export type Field = "username" | "password" | "target";
export type Credentials = Partial<Record<Field, string>>;

export type VncState =
  /** The session is not open. */
  | { is: "waiting" }
  | { is: "dialling" }
  /** `problem`: why what was entered before was not accepted. */
  | { is: "asking"; fields: Field[]; problem: string | null }
  | { is: "verifying"; fingerprint: string }
  | { is: "open"; name: string }
  | { is: "closed"; reason: string };

/** What a screen reports. */
export interface ScreenEvents {
  onCredentials(fields: Field[]): void;
  onKey(fingerprint: string): void;
  /** What the desktop is called; again when that changes. */
  onOpen(name: string): void;
  onClipboard(text: string): void;
  /** The server says no; then it closes. */
  onRefused(reason: string): void;
  onClosed(): void;
}

/** What draws it: noVNC. */
export interface VncScreen {
  answer(credentials: Credentials): void;
  accept(): void;
  disconnect(): void;
  pressCtrlAltDel(): void;
  paste(text: string): void;
  setView(view: VncView): void;
}

export interface VncView {
  /** Mouse and keyboard do nothing there. */
  onlyWatches: boolean;
  /** As large as there is room for, or 1:1. */
  fits: boolean;
}

export type OpenScreen = (
  socket: TunnelSocket,
  credentials: Credentials,
  events: ScreenEvents,
) => VncScreen;

/** The last channel that an agent takes. */
const MOST_CHANNELS = 64;

export class VncFeed {
  readonly state = new Store<VncState>({ is: "waiting" });
  /** What was copied there last. */
  readonly remoteText = new Store<string | null>(null);
  #source: Connection;
  #open: OpenScreen;
  #screen: VncScreen | null = null;
  #socket: TunnelSocket | null = null;
  #view: VncView = { onlyWatches: true, fits: true };
  /** What the server accepted, or is being asked: never stored, and gone with the page. */
  #credentials: Credentials = {};
  #fields: Field[] = ["password"];
  /** Why the server said no to this connection. */
  #refusal: string | null = null;
  #connections = 0;
  #isUp = false;

  constructor(source: Connection, open: OpenScreen) {
    this.#source = source;
    this.#open = open;
    source.watch(() => this.#follow());
    this.#follow();
  }

  /** Dials, also once more after it was closed. */
  connect() {
    if (!this.#isUp) return;
    this.#drop();
    const number = (this.#connections % MOST_CHANNELS) + 1;
    this.#connections += 1;
    this.#refusal = null;
    this.state.set({ is: "dialling" });
    const socket = new TunnelSocket(this.#source, number);
    this.#socket = socket;
    socket.onopen = () => this.#show(socket);
    socket.onclose = () => this.#closed(socket);
  }

  /** What the server asked for. */
  answer(credentials: Credentials) {
    this.#credentials = credentials;
    if (!this.#screen) return this.connect();
    this.state.set({ is: "dialling" });
    this.#screen.answer(credentials);
  }

  /** The key of the server is the right one. */
  accept() {
    this.state.set({ is: "dialling" });
    this.#screen?.accept();
  }

  /** Leaves the server, which is not asked again by itself. */
  giveUp(reason: string) {
    this.#drop();
    this.state.set({ is: "closed", reason });
  }

  setView(view: VncView) {
    this.#view = view;
    this.#screen?.setView(view);
  }

  pressCtrlAltDel() {
    this.#screen?.pressCtrlAltDel();
  }

  paste(text: string) {
    this.#screen?.paste(text);
  }

  /** A connection of the agent ends with that of its viewer: the next one starts from the beginning. */
  #follow() {
    const isUp = this.#source.status().phase.is === "open";
    if (isUp === this.#isUp) return;
    this.#isUp = isUp;
    const { is } = this.state.get();
    if (isUp && is === "waiting") return this.connect();
    if (isUp || is === "closed") return;
    this.#drop();
    this.state.set({ is: "waiting" });
  }

  #show(socket: TunnelSocket) {
    const ifCurrent =
      <Input>(act: (input: Input) => void) =>
      (input: Input) => {
        if (socket === this.#socket) act(input);
      };
    const ask = (fields: Field[]) => {
      this.#fields = fields;
      this.state.set({ is: "asking", fields, problem: null });
    };
    try {
      this.#screen = this.#open(socket, this.#credentials, {
        onCredentials: ifCurrent(ask),
        onKey: ifCurrent((fingerprint) => this.state.set({ is: "verifying", fingerprint })),
        onOpen: ifCurrent((name) => this.state.set({ is: "open", name })),
        onClipboard: ifCurrent((text) => this.remoteText.set(text)),
        onRefused: ifCurrent((reason) => {
          this.#refusal = reason;
        }),
        onClosed: () => this.#closed(socket),
      });
      this.#screen.setView(this.#view);
    } catch {
      this.giveUp(words.notLoaded);
    }
  }

  #closed(socket: TunnelSocket) {
    if (socket !== this.#socket) return;
    const { is } = this.state.get();
    const hasAnswered = Object.keys(this.#credentials).length > 0;
    // It has closed itself.
    this.#screen = null;
    this.#drop();
    if (this.#refusal !== null && hasAnswered) {
      this.#credentials = {};
      const problem = words.notAccepted(this.#refusal);
      return this.state.set({ is: "asking", fields: this.#fields, problem });
    }
    const early = is === "open" ? words.serverClosed : words.notVnc;
    const refused = this.#refusal === null ? null : words.refused(this.#refusal);
    this.state.set({ is: "closed", reason: refused ?? (socket.reason || early) });
  }

  /** Nothing that comes of the connection until now counts any more. */
  #drop() {
    const [socket, screen] = [this.#socket, this.#screen];
    this.#socket = null;
    this.#screen = null;
    screen?.disconnect();
    socket?.close();
  }
}
