/**
 * What fingers on the picture mean: a tap clicks, a long press is the right
 * button, a finger that moves drags, two scroll, or zoom when they move apart.
 */
import type { Clock } from "../pipe/clock";
import type { Point } from "./geometry";

export interface TouchEvents {
  /** `button` as in `MouseEvent.button`. */
  onClick(point: Point, button: number): void;
  onDragStart(point: Point): void;
  onDrag(point: Point): void;
  onDragEnd(): void;
  /** Pixels of the page that the fingers moved, and where they are. */
  onScroll(right: number, down: number, point: Point): void;
  /** The picture becomes larger by this factor, and moves with the fingers. */
  onZoom(factor: number, right: number, down: number): void;
}

const LONG_PRESS = 500;
/** A finger that moves less stays where it is. */
const SLACK = 8;
/** Fingers that come so much closer to each other, or go so far apart, zoom. */
const PINCH = 24;

type Gesture = "none" | "press" | "drag" | "two" | "scroll" | "zoom" | "over";

export class Touches {
  #events: TouchEvents;
  #clock: Clock;
  #fingers = new Map<number, Point>();
  #gesture: Gesture = "none";
  /** Where the first finger, or the middle of two, was at the beginning. */
  #start: Point = { x: 0, y: 0 };
  #spread = 0;
  #stopTimer: () => void = () => {};

  constructor(events: TouchEvents, clock: Clock) {
    this.#events = events;
    this.#clock = clock;
  }

  down(finger: number, point: Point) {
    this.#fingers.set(finger, point);
    this.#stopTimer();
    if (this.#fingers.size === 1) {
      this.#gesture = "press";
      this.#start = point;
      this.#stopTimer = this.#clock.after(LONG_PRESS, () => this.#pressedLong());
    } else {
      if (this.#gesture === "drag") this.#events.onDragEnd();
      // A third finger ends it: nobody means three.
      this.#gesture = this.#fingers.size === 2 ? "two" : "over";
      [this.#start, this.#spread] = [this.#middle(), this.#distance()];
    }
  }

  move(finger: number, point: Point) {
    if (!this.#fingers.has(finger)) return;
    const [middle, spread] = [this.#middle(), this.#distance()];
    this.#fingers.set(finger, point);
    const right = this.#middle().x - middle.x;
    const down = this.#middle().y - middle.y;
    if (this.#gesture === "press") this.#beginDrag(point);
    if (this.#gesture === "two") this.#decide();
    if (this.#gesture === "drag") this.#events.onDrag(point);
    if (this.#gesture === "scroll") this.#events.onScroll(right, down, this.#middle());
    if (this.#gesture === "zoom") {
      this.#events.onZoom(this.#distance() / Math.max(1, spread), right, down);
    }
  }

  up(finger: number) {
    if (!this.#fingers.delete(finger)) return;
    this.#stopTimer();
    if (this.#gesture === "press") this.#events.onClick(this.#start, 0);
    if (this.#gesture === "drag") this.#events.onDragEnd();
    this.#gesture = this.#fingers.size === 0 ? "none" : "over";
  }

  /** Nothing is pressed any more, and what the fingers do counts for nothing. */
  cancel() {
    this.#stopTimer();
    if (this.#gesture === "drag") this.#events.onDragEnd();
    this.#fingers.clear();
    this.#gesture = "none";
  }

  #pressedLong() {
    this.#gesture = "over";
    this.#events.onClick(this.#start, 2);
  }

  #beginDrag(point: Point) {
    if (distance(point, this.#start) < SLACK) return;
    this.#stopTimer();
    this.#gesture = "drag";
    this.#events.onDragStart(this.#start);
  }

  #decide() {
    if (Math.abs(this.#distance() - this.#spread) >= PINCH) this.#gesture = "zoom";
    else if (distance(this.#middle(), this.#start) >= SLACK) this.#gesture = "scroll";
  }

  #middle(): Point {
    const points = [...this.#fingers.values()];
    const sum = points.reduce((all, { x, y }) => ({ x: all.x + x, y: all.y + y }), { x: 0, y: 0 });
    return { x: sum.x / points.length, y: sum.y / points.length };
  }

  /** Between the first two fingers. */
  #distance(): number {
    const [one, two] = this.#fingers.values();
    return one && two ? distance(one, two) : 0;
  }
}

const distance = (one: Point, two: Point): number => Math.hypot(one.x - two.x, one.y - two.y);
