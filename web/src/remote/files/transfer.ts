/** One piece of work on files that takes a while: how far it is, and pause, cancel, retry. */
import type { Clock } from "../pipe/clock";
import { cancelled, FileProblem } from "./problem";
import { Rate, secondsLeft } from "./rate";
import type { Choice, Steering } from "./steering";
import { Store } from "./store";
import type { Entry } from "./wire";

export type TransferKind = "upload" | "download" | "across" | "copy" | "move" | "delete";

export type TransferPhase =
  /** Others are before it. */
  | { is: "waiting" }
  | { is: "reading" }
  | { is: "moving" }
  | { is: "paused" }
  /** Something has the name already. */
  | { is: "asking"; name: string; existing: Entry | null }
  | { is: "done" }
  | { is: "skipped" }
  | { is: "cancelled" }
  | { is: "failed"; problem: FileProblem };

export interface TransferStatus {
  phase: TransferPhase;
  /** Bytes, or things for what has no bytes. */
  done: number;
  /** Null when nobody knows it. */
  total: number | null;
  speed: number | null;
  secondsLeft: number | null;
}

/** Answers that are given for all that was begun together. */
export interface Batch {
  choice: Choice | null;
}

export interface Job {
  kind: TransferKind;
  name: string;
  /** Where it goes, or what it is about, for people. */
  where: string;
  /** Whether `done` counts bytes. */
  isBytes: boolean;
  batch?: Batch;
  /** What it does. False when a person left it out. */
  run(steer: Steering): Promise<boolean>;
}

const FIRST: TransferStatus = {
  phase: { is: "waiting" },
  done: 0,
  total: null,
  speed: null,
  secondsLeft: null,
};
/** More often nobody sees it. */
const BETWEEN_CHANGES = 200;

export class Transfer extends Store<TransferStatus> implements Steering {
  readonly job: Job;
  readonly batch: Batch;
  #clock: Clock;
  #controller = new AbortController();
  #rate = new Rate();
  #step: "reading" | "moving" = "moving";
  #isPaused = false;
  #wake: () => void = () => {};
  #answer: (choice: Choice) => void = () => {};
  #latest = { done: 0, total: null as number | null };
  #isAnnounced = true;

  constructor(
    readonly id: number,
    job: Job,
    clock: Clock,
  ) {
    super(FIRST);
    this.job = job;
    this.batch = job.batch ?? { choice: null };
    this.#clock = clock;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether it does something, or waits for somebody. */
  get isActive(): boolean {
    return ["reading", "moving", "paused", "asking"].includes(this.get().phase.is);
  }

  get isOver(): boolean {
    return ["done", "skipped", "cancelled", "failed"].includes(this.get().phase.is);
  }

  /** Never rejects: its phase says how it ended. */
  async run(): Promise<void> {
    this.#latest = { done: 0, total: null };
    this.step("moving");
    try {
      const isDone = await this.job.run(this);
      this.#end({ is: isDone ? "done" : "skipped" });
    } catch (error) {
      const problem = FileProblem.from(error);
      const isCancelled = this.signal.aborted || problem.code === "cancelled";
      this.#end(isCancelled ? { is: "cancelled" } : { is: "failed", problem });
    }
  }

  /** Prepares another run. */
  reset() {
    this.#controller = new AbortController();
    this.#isPaused = false;
    this.change(FIRST);
  }

  pause() {
    if (this.#isPaused || !this.isActive) return;
    this.#isPaused = true;
    this.change({ phase: { is: "paused" }, speed: null, secondsLeft: null });
  }

  resume() {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#rate.begin();
    this.change({ phase: { is: this.#step } });
    this.#wake();
  }

  cancel() {
    this.#controller.abort();
    this.#wake();
    if (!this.isActive && !this.isOver) this.change({ phase: { is: "cancelled" } });
  }

  answer(choice: Choice) {
    this.#answer(choice);
  }

  async point(): Promise<void> {
    while (this.#isPaused && !this.signal.aborted) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.signal.aborted) throw cancelled();
  }

  step(step: "reading" | "moving") {
    this.#step = step;
    this.#rate.begin();
    if (!this.#isPaused) this.change({ phase: { is: step } });
  }

  total(bytes: number | null) {
    this.#latest.total = bytes;
    this.#announceSoon();
  }

  done(bytes: number) {
    this.#latest.done = bytes;
    this.#rate.add(bytes, this.#clock.now());
    this.#announceSoon();
  }

  ask(name: string, existing: Entry | null): Promise<Choice> {
    if (this.batch.choice) return Promise.resolve(this.batch.choice);
    this.change({ phase: { is: "asking", name, existing } });
    return new Promise((resolve, reject) => {
      const abort = () => reject(cancelled());
      this.signal.addEventListener("abort", abort, { once: true });
      this.#answer = (choice) => {
        this.signal.removeEventListener("abort", abort);
        this.#answer = () => {};
        this.change({ phase: { is: this.#step } });
        resolve(choice);
      };
    });
  }

  #end(phase: TransferPhase) {
    this.#isAnnounced = true;
    this.change({ ...this.#latest, phase, speed: null, secondsLeft: null });
  }

  #announceSoon() {
    if (!this.#isAnnounced) return;
    this.#isAnnounced = false;
    this.#clock.after(BETWEEN_CHANGES, () => {
      if (this.#isAnnounced) return;
      this.#isAnnounced = true;
      const { done, total } = this.#latest;
      const speed = this.#isPaused || !this.job.isBytes ? null : this.#rate.speed();
      this.change({ done, total, speed, secondsLeft: secondsLeft(done, total, speed) });
    });
  }
}
