/**
 * The end-to-end encrypted pipe between this viewer and a session on an agent.
 * A connection that breaks is replaced by another one, with another viewer of
 * the same session; streams go on by their offsets.
 */
import { nextPause } from "../../live/pause";
import { remote as words } from "../messages";
import { Channel, type ChannelOptions, type Control } from "./channel";
import { type Clock, systemClock } from "./clock";
import { type Join, SealedConnection } from "./connection";
import type { Frame } from "./frame";
import type { Closing, Dial } from "./relaySocket";
import { FIRST_STATUS, type PipeStatus, type SessionMessage, statusAfter } from "./status";

export interface PipeOptions {
  /** Asks the server for another viewer of the session. */
  join: () => Promise<Join>;
  /** What a refusal of that means. */
  closingOf: (error: unknown) => Closing;
  /** The viewer that this one was before the page was reloaded: it takes over its seat. */
  former?: string;
  /** The agent knows this viewer from now on. */
  onStarted?: (viewer: string) => void;
  dial?: Dial;
  clock?: Clock;
  /** 0…1, to spread the pauses. */
  chance?: () => number;
}

/** The agent keeps a session so long for viewers who come back. */
const KEPT_FOR = 600_000;
/** Tries of a session that has never begun. */
const FIRST_TRIES = 3;
const PING_EVERY = 15_000;
/** Without a frame for so long, the connection is taken for dead. */
const LONGEST_SILENCE = 40_000;
const SESSION = 0;

export class Pipe {
  #options: PipeOptions;
  #clock: Clock;
  #status = FIRST_STATUS;
  #watchers = new Set<() => void>();
  #channels = new Map<number, Channel>();
  #connection: SealedConnection | null = null;
  /** Whether frames can be sent. */
  #isReady = false;
  /** The viewer that the agent knows this one by: what the next connection goes on from. */
  #startedAs: string | null = null;
  #tries = 0;
  #brokenSince: number | null = null;
  #received = 0;
  #pings = 0;
  /** Cancels the next try, or the next ping: there is never more than one of both. */
  #stopTimer: () => void = () => {};

  constructor(options: PipeOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  status = (): PipeStatus => this.#status;

  watch = (watcher: () => void) => {
    this.#watchers.add(watcher);
    return () => {
      this.#watchers.delete(watcher);
    };
  };

  /** Opens a channel: before the pipe begins, or when the agent expects it. */
  channel(number: number, options: ChannelOptions): Channel {
    const channel = new Channel(number, options, (frame) => this.#connection?.send(frame));
    this.#channels.set(number, channel);
    if (this.#isReady) channel.connected(false);
    return channel;
  }

  /** A channel that is no longer used; what still comes on it is ignored. */
  release(number: number) {
    this.#channels.delete(number);
  }

  /** Connects; with `first` the server was asked already. */
  begin(first?: Join) {
    void this.#connect(first);
  }

  /** Becomes the one who types. */
  takeOver() {
    this.#say({ type: "take_over" });
  }

  /** Does not wait for the next try. */
  reconnectNow() {
    const { phase } = this.#status;
    if (phase.is !== "broken" || phase.until === null) return;
    this.#stopTimer();
    this.#change({ ...this.#status, phase: { ...phase, until: null } });
    void this.#connect();
  }

  /** Closes the connection for good. The session itself is not ended. */
  leave(code = "left", reason: string = words.left) {
    if (this.#isOver()) return;
    this.#disconnect();
    this.#change({ ...this.#status, phase: { is: "ended", code, reason }, driver: false });
  }

  async #connect(first?: Join) {
    try {
      const join = first ?? (await this.#options.join());
      if (!this.#isOver()) this.#connection = this.#dial(join);
    } catch (error) {
      this.#failed(this.#options.closingOf(error));
    }
  }

  #dial(join: Join): SealedConnection {
    const dial = this.#options.dial ?? ((address: string) => new WebSocket(address));
    return new SealedConnection(
      join,
      {
        onReady: () => this.#ready(),
        onFrame: (frame) => this.#receive(frame, join.opened.viewer),
        onClosed: (closing) => this.#failed(closing),
      },
      { dial, clock: this.#clock },
    );
  }

  #ready() {
    this.#isReady = true;
    this.#received = this.#clock.now();
    const resume = this.#startedAs !== null;
    const of = this.#startedAs ?? this.#options.former;
    this.#say({ type: "start", resume, ...(of && { of }) });
    for (const channel of this.#channels.values()) channel.connected(resume);
    this.#keepAlive();
  }

  #receive(frame: Frame, viewer: string) {
    this.#received = this.#clock.now();
    if (frame.channel !== SESSION) return this.#channels.get(frame.channel)?.receive(frame);
    if (frame.kind !== "control") return;
    const message = JSON.parse(frame.text) as SessionMessage;
    if (message.type === "started") {
      if (this.#startedAs !== null && !message.resumed) {
        for (const channel of this.#channels.values()) channel.forgotten();
      }
      this.#startedAs = viewer;
      this.#options.onStarted?.(viewer);
      this.#tries = 0;
      this.#brokenSince = null;
    }
    const next = statusAfter(this.#status, message, this.#clock.now());
    if (next.phase.is === "ended") this.#disconnect();
    this.#change(next);
  }

  /** Asks for a sign of life now and then: a dead network closes no socket. */
  #keepAlive() {
    this.#stopTimer = this.#clock.after(PING_EVERY, () => {
      if (this.#clock.now() - this.#received > LONGEST_SILENCE) {
        const reason = words.connectionLost;
        return this.#failed({ code: "silence", reason, isFinal: false });
      }
      this.#pings += 1;
      this.#say({ type: "ping", n: this.#pings });
      this.#keepAlive();
    });
  }

  #failed({ code, reason, isFinal }: Closing) {
    if (this.#isOver()) return;
    this.#disconnect();
    const now = this.#clock.now();
    this.#brokenSince ??= now;
    const isTooLate = now - this.#brokenSince >= KEPT_FOR;
    const isHopeless = this.#startedAs === null && this.#tries >= FIRST_TRIES - 1;
    if (isFinal || isTooLate || isHopeless) return this.leave(code, reason);
    const pause = nextPause(this.#tries, (this.#options.chance ?? Math.random)());
    this.#tries += 1;
    const phase = { is: "broken" as const, reason, until: now + pause };
    this.#stopTimer = this.#clock.after(pause, () => this.reconnectNow());
    this.#change({ ...this.#status, phase });
  }

  #disconnect() {
    this.#stopTimer();
    this.#connection?.close();
    this.#connection = null;
    this.#isReady = false;
    for (const channel of this.#channels.values()) channel.disconnected();
  }

  #say(message: Control) {
    this.#connection?.send({ channel: SESSION, kind: "control", text: JSON.stringify(message) });
  }

  #isOver(): boolean {
    return this.#status.phase.is === "ended";
  }

  #change(status: PipeStatus) {
    if (status === this.#status) return;
    this.#status = status;
    for (const watcher of [...this.#watchers]) watcher();
  }
}
