/** A request whose content travels on a channel of its own: a first answer, content, a last answer. */
import { type FileProblem, restart } from "./problem";
import type { Requests } from "./requests";
import { type AnswerTo, type Asked, channelOf, type Operation } from "./wire";

type StreamOperation = Operation & ("upload" | "download" | "zip");

export interface StreamEvents {
  onChunk?(index: number, hash: string): void;
  /** The agent still lives, or says so. */
  onSign?(): void;
  /** There is another connection. */
  onReconnected(hasBegun: boolean): void;
}

export class StreamRequest<Op extends StreamOperation> {
  readonly id: number;
  readonly channel: number;
  readonly first: Promise<AnswerTo<Op>>;
  readonly last: Promise<unknown>;
  #requests: Requests;
  #fail: (problem: FileProblem) => void = () => {};

  constructor(
    requests: Requests,
    readonly op: Op,
  ) {
    this.#requests = requests;
    this.id = requests.newId();
    this.channel = channelOf(this.id);
    this.first = new Promise((resolve, reject) => {
      this.#onFirst = resolve as (ok: unknown) => void;
      this.#onFirstFailed = reject;
    });
    this.last = new Promise((resolve, reject) => {
      this.#onLast = resolve;
      this.#fail = (problem) => {
        this.#onFirstFailed(problem);
        reject(problem);
      };
    });
    // Whoever waits for one of them hears of a problem; nobody has to wait for both.
    this.first.catch(() => {});
    this.last.catch(() => {});
  }

  #onFirst: (ok: unknown) => void = () => {};
  #onFirstFailed: (problem: FileProblem) => void = () => {};
  #onLast: (ok: unknown) => void = () => {};
  #hasBegun = false;

  /** To be called once, when the channel is there: the agent may send on it at once. */
  send(asked: Asked<Op>, events: StreamEvents) {
    this.#requests.open(this.id, this.op, asked, {
      onAnswer: (ok) => {
        events.onSign?.();
        if (!isFirst(this.op, ok)) return this.#onLast(ok);
        // After a break it may be said once more.
        this.#hasBegun = true;
        this.#onFirst(ok);
      },
      onProblem: (problem) => this.#fail(problem),
      onProgress: () => events.onSign?.(),
      onChunk: (index, hash) => events.onChunk?.(index, hash),
      onReconnected: () => events.onReconnected(this.#hasBegun),
    });
  }

  /** Everything that waits for it is told to begin once more. */
  restart() {
    this.#fail(restart());
  }

  fail(problem: FileProblem) {
    this.#fail(problem);
  }

  /** Nothing of it is of interest any more. Without `isOver` the agent hears of it. */
  close(isOver: boolean, keep = false) {
    this.#requests.forget(this.id);
    this.#requests.pipe.release(this.channel);
    if (!isOver) this.#requests.cancel(this.id, keep);
  }
}

/** The first answer of an upload says what is missing; that of a download has the name of what comes. */
function isFirst(op: StreamOperation, ok: unknown): boolean {
  const about = (ok ?? {}) as object;
  return op === "upload" ? !("path" in about) : "name" in about;
}
