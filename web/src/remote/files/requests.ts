/**
 * Requests about files and their answers, on channel 1 of a pipe. They wait for
 * a connection. After one that broke, what only reads is asked again; of a
 * change nobody knows whether it was done until the agent says so.
 */
import type { Channel, ChannelOptions, Control } from "../pipe/channel";
import { type Clock, systemClock } from "../pipe/clock";
import type { PipeStatus } from "../pipe/status";
import { files as words } from "./messages";
import { cancelled, FileProblem } from "./problem";
import {
  type AgentMessage,
  type AnswerTo,
  type Asked,
  type Operation,
  type Progress,
  READS,
} from "./wire";

/** What is needed of a pipe. */
export interface Connection {
  status(): PipeStatus;
  watch(watcher: () => void): () => void;
  channel(number: number, options: ChannelOptions): Channel;
  release(number: number): void;
}

export interface Listener {
  onAnswer(ok: unknown): void;
  onProblem(problem: FileProblem): void;
  onProgress?(progress: Progress): void;
  onChunk?(index: number, hash: string): void;
  /** There is another connection; what was said shortly before the break may be lost. */
  onReconnected(): void;
}

export interface AskOptions {
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
}

interface Pending {
  message: Control;
  listener: Listener;
  isSent: boolean;
  isAnswered: boolean;
  stopTimer: () => void;
}

const CHANNEL = 1;
/** Without an answer and without progress for so long, there will be none. */
const PATIENCE = 60_000;
/** The same after a break, for a change that may have been done without its answer arriving. */
const DOUBT = 10_000;

export class Requests {
  readonly pipe: Connection;
  readonly clock: Clock;
  #channel: Channel;
  #pending = new Map<number, Pending>();
  #phase: PipeStatus["phase"]["is"];
  #next: number;

  /** Opens the channel, so it must come before the pipe begins. */
  constructor(pipe: Connection, clock: Clock = systemClock, first = randomStart()) {
    this.pipe = pipe;
    this.clock = clock;
    this.#next = first;
    this.#phase = pipe.status().phase.is;
    this.#channel = pipe.channel(CHANNEL, {
      window: 0,
      capacity: 0,
      waits: true,
      onControl: (message) => this.#receive(message as AgentMessage),
    });
    pipe.watch(() => this.#phaseChanged());
  }

  /** Resolves with the answer, rejects with a [`FileProblem`]. */
  ask<Op extends Operation>(
    op: Op,
    asked: Asked<Op>,
    { signal, onProgress }: AskOptions = {},
  ): Promise<AnswerTo<Op>> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(cancelled());
      let id = 0;
      const end = () => {
        signal?.removeEventListener("abort", abort);
        this.forget(id);
      };
      const abort = () => {
        end();
        this.cancel(id);
        reject(cancelled());
      };
      const begin = () => {
        id = this.newId();
        this.open(id, op, asked, listener);
      };
      const listener: Listener = {
        onAnswer: (ok) => {
          end();
          resolve(ok as AnswerTo<Op>);
        },
        onProblem: (problem) => {
          end();
          if (problem.code === "no_answer") this.cancel(id);
          reject(problem);
        },
        ...(onProgress && { onProgress }),
        onReconnected: () => {
          if (!READS.has(op)) return this.#wait(id, DOUBT, "interrupted", words.unknownOutcome);
          this.forget(id);
          begin();
        },
      };
      signal?.addEventListener("abort", abort, { once: true });
      begin();
    });
  }

  newId(): number {
    this.#next += 1;
    return this.#next;
  }

  /** Sends a request as soon as there is a connection. Its listener stays until it is forgotten. */
  open<Op extends Operation>(id: number, op: Op, asked: Asked<Op>, listener: Listener) {
    const { phase } = this.pipe.status();
    if (phase.is === "ended") return listener.onProblem(new FileProblem("ended", words.ended));
    const message: Control = { type: "request", id, op, ...(asked as object) };
    const pending = { message, listener, isSent: false, isAnswered: false, stopTimer: () => {} };
    this.#pending.set(id, pending);
    if (phase.is === "open") this.#send(id, pending);
  }

  forget(id: number) {
    this.#pending.get(id)?.stopTimer();
    this.#pending.delete(id);
  }

  /** Ends a request at the agent. With `keep`, an upload can go on with what it brought. */
  cancel(request: number, keep = false) {
    const id = this.newId();
    const kept = keep && { keep };
    this.#channel.say({ type: "request", id, op: "cancel", request, ...kept });
  }

  #send(id: number, pending: Pending) {
    pending.isSent = true;
    this.#channel.say(pending.message);
    this.#wait(id, PATIENCE, "no_answer", words.noAnswer);
  }

  #wait(id: number, limit: number, code: string, sentence: string) {
    const pending = this.#pending.get(id);
    if (!pending) return;
    pending.stopTimer();
    pending.stopTimer = this.clock.after(limit, () => {
      this.#pending.delete(id);
      pending.listener.onProblem(new FileProblem(code, sentence));
    });
  }

  #receive(message: AgentMessage) {
    const pending = this.#pending.get(message.id);
    // Of a request that nobody waits for any more, or of a newer agent.
    if (!pending) return;
    const { listener } = pending;
    switch (message.type) {
      case "answer":
        pending.stopTimer();
        pending.isAnswered = true;
        if (message.error) return listener.onProblem(FileProblem.of(message.error));
        return listener.onAnswer(message.ok);
      case "progress":
        if (!pending.isAnswered) this.#wait(message.id, PATIENCE, "no_answer", words.noAnswer);
        return listener.onProgress?.({ done: message.done, total: message.total });
      case "chunk":
        return listener.onChunk?.(message.index, message.hash);
    }
  }

  #phaseChanged() {
    const before = this.#phase;
    this.#phase = this.pipe.status().phase.is;
    if (this.#phase === before) return;
    if (this.#phase === "ended") return this.#ended();
    if (this.#phase !== "open") {
      for (const { stopTimer } of this.#pending.values()) stopTimer();
      return;
    }
    for (const [id, pending] of [...this.#pending]) {
      if (pending.isSent) pending.listener.onReconnected();
      else this.#send(id, pending);
    }
  }

  #ended() {
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { stopTimer, listener } of pending) {
      stopTimer();
      listener.onProblem(new FileProblem("ended", words.ended));
    }
  }
}

/** Somebody who comes back after a reload does not use the same numbers again. */
function randomStart(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
}

const all = new WeakMap<Connection, Requests>();

/** Those of a pipe. The first call must come before the pipe begins. */
export function requestsOf(pipe: Connection): Requests {
  const requests = all.get(pipe) ?? new Requests(pipe);
  all.set(pipe, requests);
  return requests;
}
