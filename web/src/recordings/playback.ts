/**
 * Plays a recording: reads its parts when they are needed, and hands what happened to what
 * shows it, in its time, faster, or without the pauses.
 */
import { Problem } from "../api/problem";
import type { Kind } from "../remote/kind";
import { Store } from "../remote/screen/store";
import { Findings, type Source } from "./findings";
import type { RecordedItem } from "./records";
import { PAUSE, SKIPPED_PAUSE, type Timeline } from "./timeline";

/** What shows it. */
export interface Viewer {
  /** Forgets everything: what comes next begins the picture. */
  begin(): void;
  take(items: RecordedItem[]): void;
  /** Resolves once everything that was taken is shown. */
  settled(): Promise<void>;
}

export interface PlaybackState {
  isPlaying: boolean;
  /** A part is on its way, and nothing moves before it is there. */
  isLoading: boolean;
  speed: number;
  /** Pauses are skipped. */
  skips: boolean;
  problem: Problem | null;
}

interface PlaybackOptions {
  timeline: Timeline;
  kind: Kind;
  source: Source;
  viewer: Viewer;
  /** There may be more to come. */
  isGrowing: boolean;
}

export const SPEEDS = [0.5, 1, 2, 4, 8, 16];
/** A page that was asleep does not leap over what it did not show. */
const LONGEST_TICK = 250;

export class Playback {
  readonly state = new Store<PlaybackState>({
    ...{ isPlaying: false, isLoading: false, speed: 1, skips: true, problem: null },
  });
  /** Milliseconds since the recording began. */
  readonly position = new Store(0);
  readonly findings: Findings;
  #options: PlaybackOptions;
  /** Of the part that was read last, what is not shown yet. */
  #queue: RecordedItem[] = [];
  /** The position of the part that is read next. */
  #next = 0;
  /** When something happened last. */
  #quietSince = 0;
  /** None before time goes on. */
  #ticked: number | null = null;
  /** Another one with every seek: what was on its way for the former one comes to nothing. */
  #course = 0;

  constructor(options: PlaybackOptions) {
    this.#options = options;
    this.findings = new Findings(options.source);
  }

  get timeline(): Timeline {
    return this.#options.timeline;
  }

  /** The recording has more parts, or will have no more. */
  extend(timeline: Timeline, isGrowing: boolean) {
    this.#options = { ...this.#options, timeline, isGrowing };
  }

  async play() {
    if (this.position.get() >= this.timeline.end && !this.#options.isGrowing) await this.seek(0);
    this.#change({ isPlaying: true, problem: null });
  }

  pause() {
    this.#ticked = null;
    this.#change({ isPlaying: false });
  }

  toggle() {
    if (this.state.get().isPlaying) this.pause();
    else void this.play();
  }

  setSpeed(speed: number) {
    this.#change({ speed });
  }

  /** The next faster or slower one. */
  shiftSpeed(by: 1 | -1) {
    const at = SPEEDS.indexOf(this.state.get().speed);
    const speed = SPEEDS[at + by];
    if (speed !== undefined) this.setSpeed(speed);
  }

  setSkips(skips: boolean) {
    this.#change({ skips });
  }

  /** Time goes on: called with every picture of the page, with its time in milliseconds. */
  tick(now: number) {
    const { isPlaying, isLoading, speed } = this.state.get();
    const goesOn = isPlaying && !isLoading;
    const passed = now - (this.#ticked ?? now);
    this.#ticked = goesOn ? now : null;
    if (goesOn) this.#advance(this.position.get() + Math.min(LONGEST_TICK, passed) * speed);
  }

  /** Shows another moment. */
  async seek(to: number): Promise<void> {
    const { kind, viewer } = this.#options;
    const target = Math.min(this.timeline.end, Math.max(0, to));
    const begin = this.timeline.beginFor(target, kind);
    const goesOn = target >= this.position.get() && begin <= this.#next && this.#next > 0;
    const course = this.#turn();
    this.position.set(target);
    if (!goesOn) {
      viewer.begin();
      this.#queue = [];
      this.#next = begin;
    }
    await this.#follow(course, async () => {
      if (!goesOn && begin > 0) await this.#takeHeading(course);
      this.#show(target);
      while (this.#course === course && this.#next <= this.timeline.positionAt(target)) {
        const isFirst = !goesOn && this.#next === begin;
        if (!(await this.#readNext(course))) return;
        this.#show(isFirst ? Math.max(target, this.#firstPicture()) : target);
        await viewer.settled();
      }
    });
    if (this.#course === course) this.#quietSince = target;
  }

  #advance(wanted: number) {
    const upcoming = this.#queue[0]?.ms ?? this.timeline.parts[this.#next]?.first_ms;
    const { end } = this.timeline;
    const ms = upcoming === undefined ? Math.min(wanted, end) : this.#skipped(wanted, upcoming);
    this.#show(ms);
    const part = this.timeline.parts[this.#next];
    const isPartDue = this.#queue.length === 0 && part !== undefined && part.first_ms <= ms;
    // Nothing is passed by while it is on its way.
    this.position.set(isPartDue ? Math.max(part.first_ms, this.position.get()) : ms);
    if (isPartDue) void this.#continue();
    else if (part === undefined && ms >= end && !this.#options.isGrowing) this.pause();
  }

  /** Where playing comes to instead, when there is a pause. */
  #skipped(wanted: number, upcoming: number): number {
    const isPause = this.state.get().skips && upcoming - this.#quietSince > PAUSE;
    const isLongEnough = wanted >= this.#quietSince + SKIPPED_PAUSE;
    return isPause && isLongEnough ? Math.max(wanted, upcoming) : wanted;
  }

  /** Reads the next part while playing. */
  async #continue() {
    const course = this.#turn();
    await this.#follow(course, async () => {
      // What is shown must not fall behind what is read.
      await Promise.all([this.#readNext(course), this.#options.viewer.settled()]);
    });
  }

  #turn(): number {
    this.#course += 1;
    return this.#course;
  }

  /** Does what takes a while, and says so. */
  async #follow(course: number, act: () => Promise<void>) {
    this.#change({ isLoading: true, problem: null });
    try {
      await act();
      if (this.#course === course) this.#change({ isLoading: false });
    } catch (error) {
      if (this.#course !== course) return;
      this.#change({ isLoading: false, isPlaying: false, problem: Problem.from(error) });
    }
  }

  /** False when somebody wants another moment meanwhile. */
  async #readNext(course: number): Promise<boolean> {
    const info = this.timeline.parts[this.#next];
    if (!info) return false;
    const items = await this.findings.read(info);
    if (this.#course !== course) return false;
    this.#queue = [...this.#queue, ...items];
    this.#next += 1;
    const after = this.timeline.parts[this.#next];
    if (after) this.findings.prefetch(after);
    return true;
  }

  /** When the first picture of what was read came: before it, a screen would show nothing. */
  #firstPicture(): number {
    return this.#queue.find(({ type }) => type === "keyPicture")?.ms ?? 0;
  }

  /** How large a terminal is, which only its first part says for sure. */
  async #takeHeading(course: number) {
    const [first] = this.timeline.parts;
    if (!first || this.#options.kind !== "terminal") return;
    const items = await this.findings.read(first);
    if (this.#course !== course) return;
    this.#options.viewer.take(items.filter(({ type }) => type === "heading"));
  }

  /** Shows everything until a moment, as far as it was read. */
  #show(until: number) {
    const later = this.#queue.findIndex(({ ms }) => ms > until);
    const count = later < 0 ? this.#queue.length : later;
    if (count === 0) return;
    const due = this.#queue.slice(0, count);
    this.#queue = this.#queue.slice(count);
    this.#quietSince = due.at(-1)?.ms ?? this.#quietSince;
    this.#options.viewer.take(due);
  }

  #change(changes: Partial<PlaybackState>) {
    this.state.set({ ...this.state.get(), ...changes });
  }
}
