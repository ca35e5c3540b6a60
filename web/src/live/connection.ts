/**
 * One connection to the server's event stream, shared by the whole page.
 *
 * Topics are counted: the first listener of a topic subscribes, the last one
 * unsubscribes. After a break it continues from the last number it saw;
 * when that is too long ago the server says `resync`, and listeners read again.
 */
import type { EventOn, LiveEvent, Topic } from "./events.gen";
import { nextPause } from "./pause";

/** What the server sends: `ready`, `resync`, and events, also of types that only a newer one knows. */
interface Frame {
  action?: string;
  seq?: number;
  topic?: string;
  type?: string;
  data?: unknown;
}

/** `missing`: this server has no event stream; pages poll instead. */
export type ConnectionState = "off" | "connecting" | "live" | "lost" | "missing";

export interface Listener<Where extends Topic = Topic> {
  topics: Where[];
  /** A newer server may send types that are not among these: leave them alone. */
  onEvent(event: EventOn<Where>): void;
  /** Events may have been missed: read again. */
  onResync: () => void;
  /**
   * Events come from this moment on: what was read before may be older. With
   * `waited` the connection had to open first, so an answer still under way may be too.
   */
  onFollow: (waited: boolean) => void;
}

/** A way to open the socket; `null` when the server has no event stream. */
export type Dial = () => Promise<WebSocket | null>;

/** The server closes the connection on a topic that does not exist, or that this person may not follow. */
const REFUSALS = new Set([4403, 4404]);

/** A server without an event stream gets one only when it is updated. */
const WHILE_MISSING = 60_000;

export class Connection {
  #dial: Dial;
  #socket: WebSocket | null = null;
  #state: ConnectionState = "off";
  #wanted = false;
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #since: number | null = null;
  #listeners = new Set<Listener>();
  /** Asked for and not answered with a refusal yet. */
  #asked: Topic[] = [];
  /** Refused: asking again would only close the connection once more. */
  #refused = new Set<Topic>();
  #watchers = new Set<() => void>();

  constructor(dial: Dial) {
    this.#dial = dial;
  }

  state = (): ConnectionState => this.#state;

  watch = (watcher: () => void) => {
    this.#watchers.add(watcher);
    return () => {
      this.#watchers.delete(watcher);
    };
  };

  open() {
    if (this.#wanted) return;
    this.#wanted = true;
    this.#tries = 0;
    void this.#connect();
  }

  close() {
    this.#wanted = false;
    this.#since = null;
    this.#refused.clear();
    clearTimeout(this.#timer);
    this.#socket?.close();
    this.#socket = null;
    this.#changeState("off");
  }

  /** The network is back: do not wait for the pause to end. */
  reconnectNow() {
    if (!this.#wanted || this.#state === "live" || this.#state === "connecting") return;
    clearTimeout(this.#timer);
    void this.#connect();
  }

  listen(listener: Listener) {
    const before = this.topics();
    this.#listeners.add(listener);
    this.#send("subscribe", difference(this.topics(), before));
    if (this.#state === "live") listener.onFollow(false);
    return () => {
      const held = this.topics();
      this.#listeners.delete(listener);
      this.#send("unsubscribe", difference(held, this.topics()));
    };
  }

  topics(): Set<Topic> {
    return new Set([...this.#listeners].flatMap((listener) => listener.topics));
  }

  async #connect() {
    this.#changeState(this.#tries === 0 ? "connecting" : this.#state);
    let socket: WebSocket | null;
    try {
      socket = await this.#dial();
    } catch {
      this.#pause("lost");
      return;
    }
    if (!this.#wanted) {
      socket?.close();
      return;
    }
    if (!socket) {
      this.#pause("missing");
      return;
    }
    this.#socket = socket;
    socket.onmessage = (message) => this.#receive(socket, String(message.data));
    socket.onclose = ({ code }) => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      if (REFUSALS.has(code)) for (const topic of this.#asked) this.#refused.add(topic);
      if (this.#wanted) this.#pause("lost");
    };
  }

  #pause(state: ConnectionState) {
    this.#changeState(state);
    const pause = state === "missing" ? WHILE_MISSING : nextPause(this.#tries, Math.random());
    this.#timer = setTimeout(() => void this.#connect(), pause);
    this.#tries += 1;
  }

  #receive(socket: WebSocket, text: string) {
    if (this.#socket !== socket) return;
    const frame: Frame = JSON.parse(text);
    if (frame.action === "ready") {
      this.#begin(frame.seq ?? null);
    } else if (frame.type === "resync") {
      this.#since = frame.seq ?? this.#since;
      this.#resync();
    } else if (isEvent(frame)) {
      this.#since = frame.seq;
      this.#deliver(frame);
    }
  }

  /** The connection is open; `seq` is the number of the last event before it was. */
  #begin(seq: number | null) {
    const returning = this.#tries > 0;
    const isFirst = this.#since === null;
    this.#tries = 0;
    this.#since ??= seq;
    this.#changeState("live");
    this.#send("subscribe", this.topics(), this.#since);
    if (!isFirst) return;
    if (returning) this.#resync();
    else for (const listener of [...this.#listeners]) listener.onFollow(true);
  }

  #deliver(event: LiveEvent) {
    for (const listener of [...this.#listeners]) {
      if (listener.topics.includes(event.topic)) listener.onEvent(event);
    }
  }

  #resync() {
    for (const listener of [...this.#listeners]) listener.onResync();
  }

  #send(action: "subscribe" | "unsubscribe", wanted: Set<Topic>, since: number | null = null) {
    const topics = [...difference(wanted, this.#refused)];
    if (this.#state !== "live" || !this.#socket || topics.length === 0) return;
    if (action === "subscribe") this.#asked = topics;
    this.#socket.send(JSON.stringify({ action, topics, ...(since !== null && { since }) }));
  }

  #changeState(state: ConnectionState) {
    if (this.#state === state) return;
    this.#state = state;
    for (const watcher of this.#watchers) watcher();
  }
}

function isEvent(frame: Frame): frame is LiveEvent {
  const { seq, topic, type, data } = frame;
  return seq !== undefined && !!topic && !!type && typeof data === "object" && data !== null;
}

function difference(all: Set<Topic>, without: Set<Topic>): Set<Topic> {
  return new Set([...all].filter((topic) => !without.has(topic)));
}
