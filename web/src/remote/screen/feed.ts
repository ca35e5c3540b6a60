/**
 * Connects the picture of a screen with its session: packets, acknowledgements,
 * input and clipboards. It is there before the page that draws is loaded, and
 * keeps what comes meanwhile.
 */
import { sentence } from "../../texts/texts";
import type { Bytes } from "../pipe/bytes";
import type { Channel, ChannelOptions } from "../pipe/channel";
import { type Clock, systemClock } from "../pipe/clock";
import type { PipeStatus } from "../pipe/status";
import type { Cursor, Shape } from "./decode";
import type { Outcome } from "./decoder";
import type { Layout } from "./geometry";
import { screen as words } from "./messages";
import { Pending } from "./pending";
import { Statistics } from "./statistics";
import { Store } from "./store";
import { clipboardMessages, TextParts, typedMessages } from "./textParts";
import { fromAgent, type Input, type ToAgent } from "./wire";

/** What a session is drawn with. */
export interface Drawing {
  take(packet: Bytes): void;
  /** What comes next has nothing to do with what came before. */
  reset(): void;
  /** For good. */
  end(): void;
}

export interface DrawingEvents {
  /** Once for each packet, in their order. */
  onOutcome(outcome: Outcome): void;
  /** There is no worker, and will be none. */
  onFailed(): void;
}

/** What it needs of a pipe. */
export interface Source {
  status(): PipeStatus;
  watch(watcher: () => void): () => void;
  channel(number: number, options: ChannelOptions): Channel;
  leave(code: string, reason: string): void;
}

export interface ScreenStatus {
  /** None before the first picture. */
  layout: Layout | null;
  /** Which monitor is shown; all with null. */
  monitor: number | null;
  /** What was copied on the computer last. */
  remoteText: string | null;
}

/** The remote pointer; its shape stays until there is another one. */
export interface RemotePointer extends Cursor {
  shape?: Shape;
}

const PACKETS = 1;
const CONTROL = 2;
/** A picture that nobody sees is not worth thirty frames a second. */
const HIDDEN_PAUSE = 1_000;
/** So many faults, within a minute, are no accident. */
const MOST_FAULTS = 3;
const FAULTS_LAST = 60_000;
/** The same refusal is not repeated before. */
const QUIET = 5_000;

export class ScreenFeed {
  readonly status = new Store<ScreenStatus>({ layout: null, monitor: null, remoteText: null });
  readonly pointer = new Store<RemotePointer | null>(null);
  readonly statistics = new Statistics();
  /** What the agent refused, as a sentence. */
  onRefused: (reason: string) => void = () => {};
  #source: Source;
  #clock: Clock;
  #control: Channel;
  #drawing: Drawing | null = null;
  /** What came before there was a drawing. */
  #waiting: Bytes[] = [];
  #pending: Pending;
  #isShown = true;
  #isOpen = false;
  #faults: number[] = [];
  #parts = new TextParts();
  /** The text that both clipboards have, as far as this page knows. */
  #shared: string | null = null;
  #refusals = new Map<string, number>();

  constructor(source: Source, clock: Clock = systemClock) {
    this.#source = source;
    this.#clock = clock;
    this.#pending = new Pending(clock, () => this.#giveUp("stuck", words.stuck));
    // Nothing on a screen is a stream.
    const options = { window: 0, capacity: 0, waits: true };
    const onControl = (message: unknown) => this.#listen(message);
    source.channel(PACKETS, { ...options, onControl, onPacket: (packet) => this.#receive(packet) });
    this.#control = source.channel(CONTROL, { ...options, onControl });
    source.watch(() => this.#follow());
  }

  /** Draws with this from now on. There is one for the whole life of the session. */
  drawOn<Made extends Drawing>(make: (events: DrawingEvents) => Made): Made {
    const drawing = make({
      onOutcome: (outcome) => this.#take(outcome),
      onFailed: () => this.#giveUp("no_decoder", words.noDecoder),
    });
    this.#drawing = drawing;
    this.#pending.begin();
    for (const packet of this.#waiting.splice(0)) drawing.take(packet);
    // It may be over before it is seen.
    if (this.#source.status().phase.is === "ended") drawing.end();
    return drawing;
  }

  /** Whether mouse and keyboard of this viewer are those of the computer. */
  mayDrive(): boolean {
    const { phase, driver } = this.#source.status();
    return driver && phase.is === "open";
  }

  /** Uses mouse or keyboard; nothing happens while somebody else has them. */
  send(inputs: Input[]) {
    if (!this.mayDrive()) return;
    for (const input of inputs) {
      if (input.type === "pointer") this.statistics.pointed(input, this.#clock.now());
      this.#say(input);
    }
  }

  /** Types a text. False when it is too long for that. */
  type(text: string): boolean {
    const messages = typedMessages(text);
    if (messages) this.send(messages);
    return messages !== null;
  }

  /** Puts a text into the computer's clipboard. False when it is too long for it. */
  sendClipboard(text: string): boolean {
    const messages = clipboardMessages(text);
    if (!messages || !this.mayDrive()) return messages !== null;
    this.#shared = text;
    for (const message of messages) this.#say(message);
    return true;
  }

  /** Whether the computer has this text already, or was where it came from. */
  hasClipboard = (text: string): boolean => text === this.#shared;

  /** Shows one monitor, or all of them with null. */
  showMonitor(monitor: number | null) {
    this.status.set({ ...this.status.get(), monitor });
    this.#say({ type: "monitor", index: monitor });
  }

  refresh() {
    this.#say({ type: "refresh" });
  }

  /** Whether anybody sees it at this moment. */
  setShown(isShown: boolean) {
    this.#isShown = isShown;
  }

  #say(message: ToAgent) {
    this.#control.say(message);
  }

  #follow() {
    const { phase } = this.#source.status();
    const isOpen = phase.is === "open";
    if (this.#isOpen && !isOpen && phase.is !== "ended") this.#disconnected();
    this.#isOpen = isOpen;
    if (phase.is !== "ended") return;
    this.#pending.clear();
    this.#waiting = [];
    this.#drawing?.end();
  }

  /** The next connection begins with everything. */
  #disconnected() {
    if (!this.#drawing) this.#pending.clear();
    this.#waiting = [];
    this.#parts.reset();
    this.#drawing?.reset();
  }

  #receive(packet: Bytes) {
    this.statistics.received(packet.length, this.#clock.now());
    if (!this.#pending.add(packet.length)) return this.#giveUp("unreadable", words.tooMuch);
    if (this.#drawing) this.#drawing.take(packet);
    else this.#waiting.push(packet);
  }

  #take({ bytes, drawn, isFrame, layout, cursor, fault }: Outcome) {
    this.#pending.answered(bytes);
    if (layout) this.#setLayout(layout);
    if (cursor) this.#setPointer(cursor);
    if (fault) this.#failed(fault);
    if (isFrame) this.statistics.drawn(this.#clock.now());
    if (drawn === undefined) return;
    const acknowledge = () => this.#say({ type: "ack", frame: drawn });
    if (this.#isShown) acknowledge();
    else this.#clock.after(HIDDEN_PAUSE, acknowledge);
  }

  #failed(fault: NonNullable<Outcome["fault"]>) {
    const now = this.#clock.now();
    this.#faults = [...this.#faults.filter((at) => at > now - FAULTS_LAST), now];
    // Another try would not change the version, nor the size of the screen.
    const isFinal = fault !== "malformed" || this.#faults.length >= MOST_FAULTS;
    if (isFinal) this.#giveUp("unreadable", words.faults[fault]);
    else this.refresh();
  }

  #giveUp(code: string, reason: string) {
    this.#source.leave(code, reason);
  }

  #setLayout(layout: Layout) {
    const { monitor, ...status } = this.status.get();
    const isThere = layout.monitors.some(({ index }) => index === monitor);
    const next = isThere ? monitor : null;
    this.status.set({ ...status, layout, monitor: next });
    // The agent forgets the choice with the connection, and when monitors change.
    if (next !== null) this.#say({ type: "monitor", index: next });
  }

  #setPointer(cursor: Cursor) {
    const shape = cursor.shape ?? this.pointer.get()?.shape;
    this.pointer.set({ ...cursor, ...(shape && { shape }) });
    this.statistics.pointerAt(cursor, this.#clock.now());
  }

  #listen(received: unknown) {
    const message = fromAgent(received);
    if (message?.type === "refused") return this.#refuse(message.code, message.reason);
    const text = message && this.#parts.add(message);
    if (typeof text !== "string") return;
    this.#shared = text;
    this.status.set({ ...this.status.get(), remoteText: text });
  }

  #refuse(code: string, reason: string) {
    const now = this.#clock.now();
    if (now - (this.#refusals.get(code) ?? 0) < QUIET) return;
    this.#refusals.set(code, now);
    this.onRefused(sentence(reason));
  }
}
