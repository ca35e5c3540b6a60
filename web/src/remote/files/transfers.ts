/** The transfers of a session: a few run at once, the others wait; questions come one by one. */
import { type Clock, systemClock } from "../pipe/clock";
import type { Choice } from "./steering";
import { Store } from "./store";
import { type Job, Transfer } from "./transfer";

export interface TransfersStatus {
  /** In the order in which they were begun. */
  all: Transfer[];
  /** The first one that waits for an answer. */
  asking: Transfer | null;
}

const AT_ONCE = 2;

export class Transfers extends Store<TransfersStatus> {
  #clock: Clock;
  #next = 0;
  #onEnd: (transfer: Transfer) => void;

  /** `onEnd` after each that has ended, whichever way. */
  constructor(onEnd: (transfer: Transfer) => void = () => {}, clock: Clock = systemClock) {
    super({ all: [], asking: null });
    this.#onEnd = onEnd;
    this.#clock = clock;
  }

  add(job: Job): Transfer {
    this.#next += 1;
    const transfer = new Transfer(this.#next, job, this.#clock);
    let wasOver = false;
    transfer.watch(() => {
      this.#findQuestion();
      // Whoever is paused holds up nobody.
      if (transfer.get().phase.is === "paused") queueMicrotask(() => this.#start());
      if (transfer.isOver === wasOver) return;
      wasOver = transfer.isOver;
      this.change({ all: [...this.get().all] });
    });
    this.change({ all: [...this.get().all, transfer] });
    this.#start();
    return transfer;
  }

  /** Answers the question that is shown; with `forAll` also those that follow of the same batch. */
  answer(choice: Choice, forAll: boolean) {
    const { asking, all } = this.get();
    if (!asking) return;
    if (forAll) asking.batch.choice = choice;
    const same = all.filter(({ batch, get }) => batch === asking.batch && isAsking(get().phase));
    for (const transfer of forAll ? same : [asking]) transfer.answer(choice);
  }

  retry(transfer: Transfer) {
    if (!transfer.isOver) return;
    transfer.reset();
    this.#start();
  }

  /** Cancels all that a question is about. */
  cancelBatch(transfer: Transfer) {
    for (const one of this.get().all) {
      if (one.batch === transfer.batch && !one.isOver) one.cancel();
    }
  }

  /** Takes one that has ended off the list. */
  remove(transfer: Transfer) {
    if (transfer.isOver) this.change({ all: this.get().all.filter((one) => one !== transfer) });
  }

  removeEnded() {
    this.change({ all: this.get().all.filter(({ isOver }) => !isOver) });
  }

  #start() {
    const { all } = this.get();
    const isWaiting = (transfer: Transfer) => transfer.get().phase.is === "waiting";
    // Whoever is paused or asks holds up nobody.
    const running = all.filter(({ get }) => ["reading", "moving"].includes(get().phase.is));
    for (const transfer of all.filter(isWaiting).slice(0, Math.max(0, AT_ONCE - running.length))) {
      void transfer.run().then(() => {
        this.#onEnd(transfer);
        this.#start();
      });
    }
  }

  #findQuestion() {
    const asking = this.get().all.find(({ get }) => isAsking(get().phase)) ?? null;
    if (asking === this.get().asking) return;
    this.change({ asking });
    this.#start();
  }
}

const isAsking = ({ is }: { is: string }) => is === "asking";
