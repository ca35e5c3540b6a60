/** The socket to a relay: a ticket first, then text for the relay itself and bytes for the agent. */
import { remote as words } from "../messages";
import type { Bytes } from "./bytes";

/** How a socket is opened. */
export type Dial = (address: string) => WebSocket;

/** How a connection ended. */
export interface Closing {
  code: string;
  reason: string;
  /** Another connection would end the same way. */
  isFinal: boolean;
}

export interface RelayEvents {
  /** The agent is at the other end. */
  onPaired(): void;
  onBytes(bytes: Bytes): void;
  /** Once, and nothing after it. */
  onClosed(closing: Closing): void;
}

/** What the relay says. */
interface RelayMessage {
  type: string;
  code?: string;
  reason?: string;
}

/** As 4000 and an HTTP status: the session is gone, or the right to it. Another ticket does not change that. */
const FINAL = new Set([4400, 4403, 4404, 4409, 4410]);
/** Where the code says more than the status. */
const FINAL_CODES: Record<string, boolean> = {
  agent_offline: false,
  logged_out: true,
  taken: false,
};

export class RelaySocket {
  #socket: WebSocket;
  #events: RelayEvents;
  #isClosed = false;
  #said: RelayMessage | null = null;

  constructor(address: string, ticket: string, events: RelayEvents, dial: Dial) {
    this.#events = events;
    const socket = dial(address);
    this.#socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onopen = () => socket.send(JSON.stringify({ ticket }));
    socket.onmessage = ({ data }: { data: string | ArrayBuffer }) => this.#receive(data);
    socket.onclose = ({ code }) => this.#ended(code);
  }

  send(bytes: Bytes) {
    if (!this.#isClosed) this.#socket.send(bytes);
  }

  /** Without an event. */
  close() {
    this.#isClosed = true;
    this.#socket.close();
  }

  #receive(data: string | ArrayBuffer) {
    if (this.#isClosed) return;
    if (typeof data !== "string") return this.#events.onBytes(new Uint8Array(data));
    const message = readMessage(data);
    if (message?.type === "paired") this.#events.onPaired();
    // The socket closes right after it; a newer relay may say more.
    if (message?.type === "closed") this.#said = message;
  }

  #ended(status: number) {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const { code = "connection_lost", reason = words.connectionLost } = this.#said ?? {};
    this.#events.onClosed({ code, reason, isFinal: FINAL_CODES[code] ?? FINAL.has(status) });
  }
}

function readMessage(text: string): RelayMessage | null {
  try {
    return JSON.parse(text) as RelayMessage | null;
  } catch {
    return null;
  }
}
