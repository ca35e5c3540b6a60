/**
 * The code of the second factor, which the server asks for when a role wants a
 * fresh one: the person is asked over whatever is open, and what was refused
 * goes on.
 */
import { Problem } from "../api/problem";
import { remote as words } from "./messages";

/** A question that waits for its answer. */
export interface CodeQuestion {
  /** Another one for every try. */
  id: number;
  /** What was wrong with the last code. */
  wrong: string | undefined;
  /** Nothing: the person gives up. */
  answer: (code: string | null) => void;
}

const watchers = new Set<() => void>();
/** Several sessions may ask at once; the first one is answered first. */
let waiting: CodeQuestion[] = [];
let asked = 0;

function change(next: CodeQuestion[]) {
  waiting = next;
  for (const watcher of [...watchers]) watcher();
}

function ask(wrong: string | undefined): Promise<string | null> {
  asked += 1;
  return new Promise((resolve) => {
    const question: CodeQuestion = {
      id: asked,
      wrong,
      answer: (code) => {
        change(waiting.filter((one) => one !== question));
        resolve(code);
      },
    };
    change([...waiting, question]);
  });
}

export const codes = {
  question: () => waiting[0],

  watch(watcher: () => void) {
    watchers.add(watcher);
    return () => {
      watchers.delete(watcher);
    };
  },
};

/** Whether the server wants a code of the authenticator app first. */
export function needsCode({ code, fields }: Problem): boolean {
  return "twofactor" in fields || /2fa|two_?factor|second_factor/.test(code);
}

/** Does something, with a code once the server wants one. Rejects when the person gives up. */
export async function withCode<Done>(act: (code?: string) => Promise<Done>): Promise<Done> {
  let code: string | undefined;
  for (;;) {
    try {
      return await act(code);
    } catch (error) {
      const problem = Problem.from(error);
      if (!needsCode(problem)) throw problem;
      // Without a code before, the refusal says no more than that one is needed.
      const wrong = code === undefined ? undefined : (problem.fields.twofactor?.join(" ") ?? "");
      const next = await ask(wrong);
      if (next === null) throw new Problem(words.noCode, problem.status, "no_code");
      code = next;
    }
  }
}
