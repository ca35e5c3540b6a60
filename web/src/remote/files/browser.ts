/** The folder that is open: where somebody is, where they were, and what is in it. */
import { COMPUTER, parentOf } from "./paths";
import { FileProblem } from "./problem";
import type { Requests } from "./requests";
import { Store } from "./store";
import type { Entry, Root } from "./wire";

export interface BrowserStatus {
  /** `COMPUTER` for the list of disks; null before anything is known. */
  path: string | null;
  entries: Entry[];
  /** All that is in the folder. */
  total: number;
  /** Where the rest begins; null when all is here. */
  next: string | null;
  isLoading: boolean;
  problem: FileProblem | null;
  roots: Root[];
  canGoBack: boolean;
  canGoForward: boolean;
  /** Increases with each folder that was opened. */
  visit: number;
}

const PAGE = 1000;
/** More are read only when somebody asks for them. */
const AT_ONCE = 5000;
const MOST_STEPS = 100;

const EMPTY: BrowserStatus = {
  path: null,
  entries: [],
  total: 0,
  next: null,
  isLoading: true,
  problem: null,
  roots: [],
  canGoBack: false,
  canGoForward: false,
  visit: 0,
};

export class Browser extends Store<BrowserStatus> {
  #requests: Requests;
  #steps: string[] = [];
  #at = -1;
  #reading = new AbortController();
  #hasBegun = false;

  constructor(requests: Requests) {
    super(EMPTY);
    this.#requests = requests;
  }

  /** Opens a folder, or the first one there is. Later calls do nothing. */
  async begin(path?: string) {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    try {
      const { roots } = await this.#requests.ask("roots", {});
      this.change({ roots });
      const only = roots.length === 1 ? roots[0]?.path : undefined;
      await this.open(path ?? only ?? COMPUTER);
    } catch (error) {
      this.#hasBegun = false;
      this.change({ isLoading: false, problem: FileProblem.from(error) });
    }
  }

  /** Goes to a folder; the way back stays. */
  open(path: string): Promise<void> {
    if (this.#steps[this.#at] !== path) {
      this.#steps = [...this.#steps.slice(0, this.#at + 1), path].slice(-MOST_STEPS);
      this.#at = this.#steps.length - 1;
    }
    return this.#show(path);
  }

  back() {
    return this.#step(-1);
  }

  forward() {
    return this.#step(1);
  }

  up() {
    const { path, roots } = this.get();
    if (path === null || path === COMPUTER) return Promise.resolve();
    const above = parentOf(path) ?? (roots.length > 1 ? COMPUTER : null);
    return above === null ? Promise.resolve() : this.open(above);
  }

  /** Reads the folder once more; what is shown stays until then. */
  async reload() {
    const { path } = this.get();
    if (path === null) return this.begin();
    await this.#read(path);
  }

  /** The rest of a large folder, or more of it. */
  async more() {
    const { path, next, isLoading, entries } = this.get();
    if (path === null || next === null || isLoading) return;
    await this.#readPages(path, next, entries);
  }

  #step(by: number): Promise<void> {
    const path = this.#steps[this.#at + by];
    if (path === undefined) return Promise.resolve();
    this.#at += by;
    return this.#show(path);
  }

  #show(path: string): Promise<void> {
    const { visit } = this.get();
    const canGoBack = this.#at > 0;
    const canGoForward = this.#at < this.#steps.length - 1;
    const empty = { entries: [], total: 0, next: null, problem: null };
    this.change({ ...empty, path, canGoBack, canGoForward, visit: visit + 1 });
    return this.#read(path);
  }

  async #read(path: string) {
    if (path !== COMPUTER) return this.#readPages(path);
    this.#reading.abort();
    this.#reading = new AbortController();
    const { signal } = this.#reading;
    this.change({ isLoading: true, problem: null });
    try {
      const { roots } = await this.#requests.ask("roots", {}, { signal });
      const entries = roots.map(entryOfRoot);
      this.change({ roots, entries, total: roots.length, next: null, isLoading: false });
    } catch (error) {
      this.#failed(error, signal);
    }
  }

  /** Shows each page as it comes. */
  async #readPages(path: string, after: string | null = null, before: Entry[] = []) {
    this.#reading.abort();
    this.#reading = new AbortController();
    const { signal } = this.#reading;
    this.change({ isLoading: true, problem: null });
    const most = before.length + AT_ONCE;
    let [entries, next] = [before, after];
    try {
      do {
        const asked = { path, limit: PAGE, ...(next !== null && { after: next }) };
        const page = await this.#requests.ask("list", asked, { signal });
        entries = [...entries, ...page.entries];
        next = page.next;
        const isLoading = next !== null && entries.length < most;
        this.change({ entries, next, total: page.total, isLoading });
      } while (next !== null && entries.length < most);
    } catch (error) {
      this.#failed(error, signal);
    }
  }

  #failed(error: unknown, signal: AbortSignal) {
    // Somebody has gone elsewhere meanwhile.
    if (signal.aborted) return;
    this.change({ isLoading: false, problem: FileProblem.from(error) });
  }
}

/** A disk as something in a folder. */
function entryOfRoot({ path, free }: Root): Entry {
  return {
    name: path,
    kind: "folder",
    size: free ?? 0,
    modified: null,
    mode: null,
    owner: null,
    group: null,
    target: null,
    hidden: false,
    read_only: false,
    readable: true,
  };
}
