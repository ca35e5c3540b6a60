/** The stream of an upload: waits while there is no room, and knows how much has arrived. */
import type { Bytes } from "../pipe/bytes";
import type { Channel } from "../pipe/channel";
import { MAX_DATA_BYTES } from "../pipe/frame";
import type { Connection } from "./requests";

/** Kept until the agent has received it: two chunks, so that one can be read while the other travels. */
const CAPACITY = 2 * 1024 * 1024;

export interface OutflowEvents {
  /** So many bytes have arrived since the beginning. */
  onArrived(bytes: number): void;
  /** The agent does not know this stream any more. */
  onLost(): void;
}

export class Outflow {
  #channel: Channel;
  #events: OutflowEvents;
  #written = 0;
  #arrived = 0;
  #wake: () => void = () => {};

  /** Opens the channel: before the request, because the agent asks for content at once. */
  constructor(pipe: Connection, number: number, events: OutflowEvents) {
    this.#events = events;
    const channel = pipe.channel(number, { window: 0, capacity: CAPACITY, waits: true });
    this.#channel = channel;
    // A channel does not report by itself that there is room again.
    const receive = channel.receive.bind(channel);
    channel.receive = (frame) => {
      receive(frame);
      if (frame.kind === "credit") this.#credited(frame.received);
    };
  }

  get isEmpty(): boolean {
    return this.#arrived === this.#written;
  }

  /** Resolves when all of it is on its way. */
  async write(bytes: Bytes): Promise<void> {
    for (let at = 0; at < bytes.length; at += MAX_DATA_BYTES) {
      const part = bytes.subarray(at, at + MAX_DATA_BYTES);
      while (!this.#channel.write(part)) await this.#room();
      this.#written += part.length;
    }
  }

  #room(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #credited(received: number) {
    if (received < this.#arrived || received > this.#written) return this.#events.onLost();
    this.#arrived = received;
    this.#wake();
    this.#events.onArrived(received);
  }
}
