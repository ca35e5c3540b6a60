/**
 * A TCP connection of the agent, which looks to noVNC like a WebSocket. It is one
 * channel of the tunnel's pipe, with credits in both directions: what the page has
 * not yet taken makes the VNC server wait.
 */
import type { Connection } from "../files/requests";
import { type Bytes, concat } from "../pipe/bytes";
import type { Channel } from "../pipe/channel";
import { type Clock, systemClock } from "../pipe/clock";
import { vnc as words } from "./messages";

/** What the agent says on the channel; `end`: the other side sends nothing more. */
type TunnelMessage = { type: "opened" } | { type: "end" } | { type: "closed"; reason: string };

/** Bytes that may come before the page takes them. */
const WINDOW = 1024 * 1024;
/** Keys and pointers are small; a text for the clipboard is the largest that is sent. */
const CAPACITY = 4 * 1024 * 1024;

export class TunnelSocket {
  // The interface that noVNC asks for: it sets its handlers itself.
  binaryType = "arraybuffer";
  readonly protocol = "";
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: ArrayBuffer }) => void) | null = null;
  onerror: (() => void) | null = null;
  onclose: ((event: { wasClean: boolean }) => void) | null = null;
  /** As the interface numbers them: connecting, open, closed. */
  #readyState: 0 | 1 | 3 = 0;
  #reason = "";
  #source: Connection;
  #clock: Clock;
  #channel: Channel;
  #queue: Bytes[] = [];
  /** Why it ends after what is in the queue; null while more may come. */
  #ending: string | null = null;
  #stopDelivery: (() => void) | null = null;

  /** Asks the agent for a connection at once. `number`: a channel that is not in use. */
  constructor(source: Connection, number: number, clock: Clock = systemClock) {
    this.#source = source;
    this.#clock = clock;
    this.#channel = source.channel(number, {
      window: WINDOW,
      capacity: CAPACITY,
      // The agent forgets a credit for what is not open yet.
      waits: true,
      onBytes: (bytes) => this.#take(bytes),
      onControl: (message) => this.#hear(message as TunnelMessage),
    });
    this.#channel.say({ type: "open" });
  }

  get readyState(): number {
    return this.#readyState;
  }

  /** Why it is closed, as a sentence; empty when this side closed it. */
  get reason(): string {
    return this.#reason;
  }

  send(bytes: Uint8Array | ArrayBuffer) {
    if (this.#readyState !== 1) return;
    // A copy: noVNC fills the same buffer again.
    if (!this.#channel.write(new Uint8Array(bytes).slice())) this.close(words.tooMuch);
  }

  close(reason = "") {
    if (this.#readyState === 3) return;
    this.#channel.say({ type: "close" });
    this.#closed(reason);
  }

  #hear(message: TunnelMessage) {
    if (message.type === "closed") return this.#end(message.reason);
    if (message.type === "end") return this.#end(words.serverClosed);
    if (message.type !== "opened" || this.#readyState !== 0) return;
    this.#readyState = 1;
    this.#channel.restart(0);
    this.onopen?.();
  }

  /** After the last byte: a server says why it refuses just before it hangs up. */
  #end(reason: string) {
    this.#ending ??= reason;
    if (this.#queue.length === 0) this.close(this.#ending);
  }

  /** Not at once: what comes while the page is busy is taken together, and makes the server wait. */
  #take(bytes: Bytes) {
    this.#queue.push(bytes);
    this.#stopDelivery ??= this.#clock.after(0, () => this.#deliver());
  }

  #deliver() {
    this.#stopDelivery = null;
    const bytes = concat(...this.#queue);
    this.#queue = [];
    try {
      this.onmessage?.({ data: bytes.buffer });
    } catch {
      return this.close(words.unreadable);
    }
    if (this.#readyState === 3) return;
    this.#channel.used(bytes.length);
    if (this.#ending !== null) this.close(this.#ending);
  }

  #closed(reason: string) {
    this.#readyState = 3;
    this.#reason = reason;
    this.#queue = [];
    this.#stopDelivery?.();
    this.#source.release(this.#channel.number);
    // Never within a call of noVNC, which is not prepared for it.
    queueMicrotask(() => this.onclose?.({ wasClean: reason === "" }));
  }
}
