/** Streams of bytes that go on after a break: everything has an absolute offset. */
import { remote as words } from "../messages";
import { type Bytes, concat } from "./bytes";
import { MAX_DATA_BYTES } from "./frame";
import { PipeProblem } from "./problem";

export interface Part {
  offset: number;
  bytes: Bytes;
}

export interface Credit {
  received: number;
  limit: number;
}

/** What this side sends. It is kept until the other side has received it. */
export class Outgoing {
  #kept: Part[] = [];
  #start = 0;
  #end = 0;
  #sent = 0;
  #limit = 0;
  /** Nothing is sent before the other side has said where it is. */
  #hasBegun = false;

  /** Keeps at most so many bytes. */
  constructor(readonly capacity: number) {}

  /** How many more bytes can be written now. */
  get room(): number {
    return this.capacity - (this.#end - this.#start);
  }

  /** Adds bytes at the end. False, and nothing is added, when there is no room for all of them. */
  write(bytes: Bytes): boolean {
    if (bytes.length > this.room) return false;
    if (bytes.length > 0) this.#kept.push({ offset: this.#end, bytes });
    this.#end += bytes.length;
    return true;
  }

  /** What may be sent next; nothing when there is none, or when the other side takes no more. */
  next(most = MAX_DATA_BYTES): Part | null {
    if (!this.#hasBegun) return null;
    const offset = this.#sent;
    const length = Math.min(most, this.#limit - offset, this.#end - offset);
    if (length <= 0) return null;
    this.#sent += length;
    return { offset, bytes: this.#read(offset, length) };
  }

  /**
   * Takes the other side's credit. The first one on a connection says where the stream goes on. When that is not
   * within what is kept, the other side does not know this stream: it begins there, and what was written before is
   * discarded instead of being sent twice. Returns how many bytes that were.
   */
  credit({ received, limit }: Credit): number {
    if (!this.#hasBegun) {
      this.#hasBegun = true;
      this.#limit = limit;
      this.#sent = received;
      if (received >= this.#start && received <= this.#end) {
        this.#forgetBefore(received);
        return 0;
      }
      const lost = this.#end - this.#start;
      this.#kept = [];
      this.#start = received;
      this.#end = received;
      return lost;
    }
    if (received > this.#sent) throw new PipeProblem("never_sent", words.unreadable);
    this.#forgetBefore(received);
    this.#limit = Math.max(this.#limit, limit);
    return 0;
  }

  /** The other side does not know this stream any more: nothing that it may have had is sent to it again. */
  discard() {
    this.#kept = [];
    this.#start = this.#end;
  }

  /** The connection broke: the next credit says where to go on. */
  disconnected() {
    this.#hasBegun = false;
    this.#limit = 0;
  }

  #forgetBefore(offset: number) {
    this.#start = Math.max(this.#start, offset);
    const isGone = ({ offset, bytes }: Part) => offset + bytes.length <= this.#start;
    while (this.#kept[0] && isGone(this.#kept[0])) this.#kept.shift();
  }

  #read(from: number, length: number): Bytes {
    const parts = this.#kept.map(({ offset, bytes }) =>
      bytes.subarray(Math.max(0, from - offset), Math.max(0, from + length - offset)),
    );
    return concat(...parts);
  }
}

/** What was received of the other side's stream. */
export class Incoming {
  #received = 0;
  #used = 0;
  #limit = 0;

  /** So many bytes may come before they are used. */
  constructor(readonly window: number) {}

  /** Everything before this was received. */
  get received(): number {
    return this.#received;
  }

  /** Takes a part and returns what is new of it: parts may be repeated after a break. */
  take({ offset, bytes }: Part): Bytes {
    if (offset > this.#received) throw new PipeProblem("gap", words.gap);
    const end = offset + bytes.length;
    if (end > this.#limit) throw new PipeProblem("beyond_limit", words.unreadable);
    const fresh = bytes.subarray(Math.min(bytes.length, this.#received - offset));
    this.#received = Math.max(this.#received, end);
    return fresh;
  }

  /** So many of the bytes that were taken are done with. */
  used(bytes: number) {
    this.#used = Math.min(this.#used + bytes, this.#received);
  }

  /** Everything before this offset is known in another way. */
  restart(offset: number) {
    this.#received = offset;
    this.#used = offset;
    this.#limit = offset;
  }

  /** The credit that opens the stream on a connection. */
  firstCredit(): Credit {
    this.#limit = Math.max(this.#limit, this.#used + this.window);
    return { received: this.#received, limit: this.#limit };
  }

  /** The next credit, once half of the window is used; none before. */
  nextCredit(): Credit | null {
    const limit = this.#used + this.window;
    if (limit < this.#limit + this.window / 2) return null;
    this.#limit = limit;
    return { received: this.#received, limit };
  }
}
