/** Unsaved work on this page, and the one question before it is discarded. */

type Watcher = () => void;

const held = new Set<object>();
const watchers = new Set<Watcher>();
let answer: ((leave: boolean) => void) | null = null;

function notifyWatchers() {
  for (const watcher of watchers) watcher();
}

export const unsaved = {
  any: () => held.size > 0,

  /** Something was changed. Call the returned function when it is saved or discarded. */
  hold(): () => void {
    const one = {};
    held.add(one);
    return () => {
      held.delete(one);
    };
  },

  /** Asks whether to discard it. A second question while one is open is answered with no. */
  async ask(): Promise<boolean> {
    if (answer) return false;
    return new Promise((done) => {
      answer = done;
      notifyWatchers();
    });
  },

  isAsking: () => answer !== null,

  answer(leave: boolean) {
    const asked = answer;
    answer = null;
    notifyWatchers();
    asked?.(leave);
  },

  watch(watcher: Watcher) {
    watchers.add(watcher);
    return () => {
      watchers.delete(watcher);
    };
  },
};
