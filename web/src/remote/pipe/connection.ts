/** One connection to an agent: through the relay, with keys that the relay does not have. */
import { remote as words } from "../messages";
import { type Bytes, fromHex } from "./bytes";
import type { Clock } from "./clock";
import { decodeFrame, encodeFrame, type Frame } from "./frame";
import { finishHandshake, helloWith, type ViewerKeys } from "./handshake";
import { PipeProblem } from "./problem";
import { type Closing, type Dial, RelaySocket } from "./relaySocket";
import { Opener, Sealer } from "./sealed";

/** What the server answers to somebody who wants to see a session. */
export interface Opened {
  session: string;
  viewer: string;
  /** The whole address of the relay's socket. */
  relay_url: string;
  ticket: string;
  grant: string;
  /** The agent's Ed25519 key, in hexadecimal. */
  agent_key: string;
}

/** The keys that were sent to the server, and its answer. */
export interface Join {
  keys: ViewerKeys;
  opened: Opened;
}

export interface ConnectionEvents {
  /** Frames can be sent. */
  onReady(): void;
  onFrame(frame: Frame): void;
  /** Once, and nothing after it. */
  onClosed(closing: Closing): void;
}

export interface Tools {
  dial: Dial;
  clock: Clock;
}

/** The relay waits half a minute for the agent; longer than this nothing comes any more. */
const LONGEST_OPENING = 45_000;

export class SealedConnection {
  #join: Join;
  #events: ConnectionEvents;
  #tools: Tools;
  #relay: RelaySocket;
  #sealer: Sealer | null = null;
  #opener: Opener | null = null;
  #isClosed = false;
  /** Messages are opened one after the other. */
  #inbox: Promise<void> = Promise.resolve();
  #stopWaiting: () => void;

  constructor(join: Join, events: ConnectionEvents, tools: Tools) {
    this.#join = join;
    this.#events = events;
    this.#tools = tools;
    const { relay_url, ticket } = join.opened;
    this.#relay = new RelaySocket(
      relay_url,
      ticket,
      {
        onPaired: () => this.#greet(),
        onBytes: (bytes) => this.#queue(bytes),
        onClosed: (closing) => this.#closed(closing),
      },
      tools.dial,
    );
    const late = { code: "timeout", reason: words.noAnswer, isFinal: false };
    this.#stopWaiting = tools.clock.after(LONGEST_OPENING, () => this.#closed(late));
  }

  /** Frames arrive in the order in which they are sent. */
  send(frame: Frame) {
    void this.#sealer?.seal(encodeFrame(frame)).then((message) => this.#relay.send(message));
  }

  /** Without an event. */
  close() {
    this.#isClosed = true;
    this.#stopWaiting();
    this.#relay.close();
  }

  #greet() {
    this.#relay.send(helloWith(this.#join.keys.publicKey));
  }

  #queue(bytes: Bytes) {
    this.#inbox = this.#inbox
      .then(() => this.#read(bytes))
      .catch((error: unknown) => this.#closed(closingOf(error)));
  }

  async #read(bytes: Bytes) {
    if (this.#isClosed) return;
    if (!this.#opener) return this.#begin(bytes);
    const plain = await this.#opener.open(bytes);
    if (!this.#isClosed) this.#events.onFrame(decodeFrame(plain));
  }

  async #begin(answer: Bytes) {
    const { keys, opened } = this.#join;
    const { toAgent, toViewer } = await finishHandshake(
      opened,
      keys,
      fromHex(opened.agent_key),
      answer,
    );
    if (this.#isClosed) return;
    this.#stopWaiting();
    this.#sealer = new Sealer(toAgent, { now: this.#tools.clock.now });
    this.#opener = new Opener(toViewer);
    this.#events.onReady();
  }

  #closed(closing: Closing) {
    if (this.#isClosed) return;
    this.close();
    this.#events.onClosed(closing);
  }
}

function closingOf(error: unknown): Closing {
  if (error instanceof PipeProblem) {
    return { code: error.code, reason: error.message, isFinal: error.isFinal };
  }
  return { code: "unexpected", reason: words.unreadable, isFinal: false };
}
