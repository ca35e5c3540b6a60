/** One channel of a pipe: control texts, packets, and a stream of bytes in each direction. */
import type { Bytes } from "./bytes";
import type { Frame } from "./frame";
import { Incoming, Outgoing } from "./streams";

/** A control text to the agent; what else it holds depends on its type. */
export type Control = Record<string, unknown> & { type: string };

export interface ChannelHandlers {
  /** Bytes that are new. Each must be reported with [`Channel.used`] when it is done with. */
  onBytes?(bytes: Bytes): void;
  /** What the agent says; its `type` tells what else is in it. */
  onControl?(message: unknown): void;
  onPacket?(bytes: Bytes): void;
}

export interface ChannelOptions extends ChannelHandlers {
  /** How many bytes may come before they are used. */
  window: number;
  /** How many bytes are kept until the agent has received them. */
  capacity: number;
  /** The agent says first where its stream begins, with [`Channel.restart`]; no byte comes before. */
  waits?: boolean;
}

export class Channel {
  readonly number: number;
  #options: ChannelOptions;
  #send: (frame: Frame) => void;
  #incoming: Incoming;
  #outgoing: Outgoing;
  #isOpen = false;

  constructor(number: number, options: ChannelOptions, send: (frame: Frame) => void) {
    this.number = number;
    this.#options = options;
    this.#send = send;
    this.#incoming = new Incoming(options.window);
    this.#outgoing = new Outgoing(options.capacity);
  }

  /** Sends a control text; it is lost when there is no connection. */
  say(message: Control) {
    if (!this.#isOpen) return;
    this.#send({ channel: this.number, kind: "control", text: JSON.stringify(message) });
  }

  /** Adds bytes to the stream to the agent. False when there is no room for all of them now. */
  write(bytes: Bytes): boolean {
    const isTaken = this.#outgoing.write(bytes);
    if (isTaken) this.#flush();
    return isTaken;
  }

  /** So many of the bytes that came are done with: as many may follow. */
  used(bytes: number) {
    this.#incoming.used(bytes);
    if (!this.#isOpen) return;
    const credit = this.#incoming.nextCredit();
    if (credit) this.#send({ channel: this.number, kind: "credit", ...credit });
  }

  /** The agent's stream goes on at this offset; everything before it is known in another way. */
  restart(offset: number) {
    this.#incoming.restart(offset);
    if (this.#isOpen) this.#sendFirstCredit();
  }

  /** The pipe has a connection; with `resumes` it is not the first of this viewer. */
  connected(resumes: boolean) {
    this.#isOpen = true;
    if (resumes || !this.#options.waits) this.#sendFirstCredit();
  }

  /** The agent knows this viewer no more: what was written for it is not for anybody else. */
  forgotten() {
    this.#outgoing.discard();
  }

  disconnected() {
    this.#isOpen = false;
    this.#outgoing.disconnected();
  }

  /** Throws a problem for what the agent must not send. */
  receive(frame: Frame) {
    switch (frame.kind) {
      case "control":
        return this.#options.onControl?.(JSON.parse(frame.text));
      case "data": {
        const bytes = this.#incoming.take(frame);
        if (bytes.length > 0) this.#options.onBytes?.(bytes);
        return;
      }
      case "credit":
        this.#outgoing.credit(frame);
        return this.#flush();
      case "packet":
        return this.#options.onPacket?.(frame.bytes);
    }
  }

  #sendFirstCredit() {
    this.#send({ channel: this.number, kind: "credit", ...this.#incoming.firstCredit() });
  }

  #flush() {
    if (!this.#isOpen) return;
    for (let part = this.#outgoing.next(); part; part = this.#outgoing.next()) {
      this.#send({ channel: this.number, kind: "data", ...part });
    }
  }
}
