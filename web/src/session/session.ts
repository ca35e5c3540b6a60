/**
 * Who is signed in, in this browser. Kept in local storage, so that every tab
 * is signed in and out together.
 *
 * A session that the server ends is not discarded at once: it is
 * locked, the page stays as it is, and what it asked for waits until the same
 * person has signed in again.
 */

export interface Session {
  token: string;
  expiry: string;
  username: string;
  name: string;
}

/** Why somebody who did not sign out here has to sign in. */
export type Ending = "expired" | "elsewhere";

type Listener = () => void;

const KEY = "muster.session";
const listeners = new Set<Listener>();
let current: Session | null = read();
/** Whether the server no longer accepts it. */
let locked = false;
let ending: Ending | null = null;

function read(): Session | null {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "null") as Session | null;
    return stored?.token ? stored : null;
  } catch {
    return null;
  }
}

function change(next: Session | null, why: Ending | null = null, lock = false) {
  current = next;
  ending = why;
  locked = lock;
  for (const listener of listeners) listener();
}

export const session = {
  current: () => current,
  isLocked: () => locked,
  /** Why the last session ended or is locked; nothing when somebody signed out here. */
  ending: () => ending,

  begin(next: Session) {
    localStorage.setItem(KEY, JSON.stringify(next));
    change(next);
  },

  end() {
    localStorage.removeItem(KEY);
    change(null);
  },

  /**
   * The server refused this credential. Only the one in use counts: an answer
   * to an older token must not end a session that began since. Returns whether
   * the request can be sent again once [`session.renewed`] says so.
   */
  refused(authorization: string | null): boolean {
    if (!current || !authorization) return false;
    if (authorization === `Token ${current.token}` && !locked) change(current, "expired", true);
    return true;
  },

  /** Waits while the session is locked, then returns whether there is one. */
  async renewed(): Promise<boolean> {
    while (locked) {
      await new Promise<void>((done) => {
        const stop = session.subscribe(() => {
          stop();
          done();
        });
      });
    }
    return current !== null;
  },

  subscribe(listener: Listener) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};

/** Another tab signed in or out. A page with unsaved work is locked instead of closed. */
export function followOtherTab(hasUnsavedWork: boolean) {
  const next = read();
  if (next || !current) change(next);
  else change(hasUnsavedWork ? current : null, "elsewhere", hasUnsavedWork);
}

/** Keeps this tab signed in and out together with the others. */
export function watchOtherTabs(hasUnsavedWork: () => boolean) {
  window.addEventListener("storage", (event) => {
    if (event.key === KEY || event.key === null) followOtherTab(hasUnsavedWork());
  });
}
