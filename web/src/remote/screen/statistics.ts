/** How fast the picture comes: frames, bytes, and how long the computer takes to answer. */
import type { Point } from "./geometry";

export interface Figures {
  /** Frames in a second. */
  frames: number;
  /** Bytes in a second. */
  rate: number;
  /** All bytes so far. */
  bytes: number;
  /** Milliseconds from moving the pointer until it is drawn where it was moved; null while nobody moves it. */
  delay: number | null;
}

/** What is counted, in milliseconds. */
const SPAN = 2_000;
/** Movements without an answer that are remembered. */
const REMEMBERED = 32;
/** An older delay says nothing any more. */
const DELAY_LASTS = 10_000;

export class Statistics {
  #bytes = 0;
  #packets: { at: number; bytes: number }[] = [];
  #frames: number[] = [];
  #moves: (Point & { at: number })[] = [];
  #delay: { at: number; value: number } | null = null;

  received(bytes: number, now: number) {
    this.#bytes += bytes;
    this.#packets.push({ at: now, bytes });
    this.#forget(now);
  }

  drawn(now: number) {
    this.#frames.push(now);
    this.#forget(now);
  }

  /** The pointer was moved here. */
  pointed({ x, y }: Point, now: number) {
    this.#moves.push({ x, y, at: now });
    if (this.#moves.length > REMEMBERED) this.#moves.shift();
  }

  /** The computer shows its pointer here: the answer to a movement, if there was one to there. */
  pointerAt({ x, y }: Point, now: number) {
    const index = this.#moves.findLastIndex((move) => move.x === x && move.y === y);
    const move = this.#moves[index];
    if (!move) return;
    this.#moves.splice(0, index + 1);
    const taken = now - move.at;
    const before = this.#delay && now - this.#delay.at < DELAY_LASTS ? this.#delay.value : taken;
    this.#delay = { at: now, value: (before * 3 + taken) / 4 };
  }

  read(now: number): Figures {
    this.#forget(now);
    const bytes = this.#packets.reduce((sum, packet) => sum + packet.bytes, 0);
    const isRecent = this.#delay !== null && now - this.#delay.at < DELAY_LASTS;
    return {
      frames: Math.round((this.#frames.length * 1000) / SPAN),
      rate: (bytes * 1000) / SPAN,
      bytes: this.#bytes,
      delay: isRecent && this.#delay ? Math.round(this.#delay.value) : null,
    };
  }

  #forget(now: number) {
    const isOld = (at: number) => at <= now - SPAN;
    while (this.#frames[0] !== undefined && isOld(this.#frames[0])) this.#frames.shift();
    while (this.#packets[0] && isOld(this.#packets[0].at)) this.#packets.shift();
  }
}
