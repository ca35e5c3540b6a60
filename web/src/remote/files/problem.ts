/** Why something with a file did not work: a code for programs, a sentence for people. */
import { files as words } from "./messages";
import type { Entry, ProblemBody } from "./wire";

interface Details {
  /** What has the name already. */
  existing?: Entry;
  /** What a text is now. */
  hash?: string | null;
}

export class FileProblem extends Error {
  override readonly name = "FileProblem";
  /** Whether the agent said so: then the request is over there, too. */
  isAnswer = false;

  constructor(
    readonly code: string,
    message: string,
    readonly details: Details = {},
  ) {
    super(message);
  }

  static of({ code, message, existing, hash }: ProblemBody): FileProblem {
    const details = { ...(existing && { existing }), ...(hash !== undefined && { hash }) };
    const problem = new FileProblem(code, message, details);
    problem.isAnswer = true;
    return problem;
  }

  /** From anything that was thrown. */
  static from(error: unknown): FileProblem {
    if (error instanceof FileProblem) return error;
    const name = error instanceof Error ? error.name : "";
    if (name === "AbortError") return cancelled();
    // The browser's own words for a local file that was changed, moved or removed.
    if (name === "NotReadableError" || name === "NotFoundError") {
      return new FileProblem("local_file", words.localFileGone);
    }
    if (name === "QuotaExceededError") return new FileProblem("local_disk", words.localDiskFull);
    return new FileProblem("unexpected", error instanceof Error ? error.message : String(error));
  }
}

export const cancelled = () => new FileProblem("cancelled", words.cancelledNow);
/** The transfer has to begin once more; it goes on with what is there. */
export const restart = () => new FileProblem("restart", words.interrupted);

/** Rejects as soon as the signal does; the promise itself is not stopped. */
export function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(cancelled());
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
