/**
 * Who is signed in, in this browser. Kept in local storage, so that every tab
 * is signed in and out together.
 */

export interface Session {
  token: string;
  expiry: string;
  username: string;
  name: string;
}

type Listener = () => void;

const KEY = "muster.session";
const listeners = new Set<Listener>();
let current: Session | null = read();
/** Whether the last session ended without being asked to. */
let expired = false;

function read(): Session | null {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "null") as Session | null;
    return stored?.token ? stored : null;
  } catch {
    return null;
  }
}

function change(next: Session | null) {
  current = next;
  for (const listener of listeners) listener();
}

export const session = {
  current: () => current,
  endedByItself: () => expired,

  begin(next: Session) {
    expired = false;
    localStorage.setItem(KEY, JSON.stringify(next));
    change(next);
  },

  end() {
    localStorage.removeItem(KEY);
    change(null);
  },

  /**
   * The server refused this credential. Only the one in use counts: an answer
   * to an older token must not end a session that began since.
   */
  refused(authorization: string | null) {
    if (!current || authorization !== `Token ${current.token}`) return;
    expired = true;
    session.end();
  },

  subscribe(listener: Listener) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};

window.addEventListener("storage", (event) => {
  if (event.key === KEY || event.key === null) change(read());
});
