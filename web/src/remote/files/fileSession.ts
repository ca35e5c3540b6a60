/** The files of one session: what is open, what is being transferred, and what was copied. */
import type { OpenSession } from "../sessions";
import { acrossJob, makeFolder, type Side } from "./across";
import { Browser } from "./browser";
import { HashMemory, type Unfinished } from "./hashMemory";
import { deleteJob, pasteJob } from "./jobs";
import type { LocalFiles } from "./localFiles";
import { files as words } from "./messages";
import { COMPUTER, joined, parentOf } from "./paths";
import { receiveFile, receiveZip } from "./receive";
import { type Requests, requestsOf } from "./requests";
import { chooseSink } from "./sink";
import { FileSource } from "./source";
import type { Steering } from "./steering";
import { Store } from "./store";
import type { Batch } from "./transfer";
import { Transfers } from "./transfers";
import { upload } from "./upload";
import type { Entry } from "./wire";

/** What was copied or cut. */
export interface Held {
  from: FileSession;
  mode: "copy" | "move";
  folder: string;
  entries: Entry[];
}

/** One for all sessions of this tab: what was copied here can be pasted on another agent. */
class Clipboard extends Store<{ held: Held | null }> {
  hold(held: Held | null) {
    this.change({ held });
  }
}

export const clipboard = new Clipboard({ held: null });

const memory = new HashMemory();

export class FileSession {
  readonly id: string;
  readonly agentId: string;
  readonly hostname: string;
  readonly requests: Requests;
  readonly browser: Browser;
  readonly transfers: Transfers;

  constructor({ id, agentId, hostname, pipe }: OpenSession) {
    this.id = id;
    this.agentId = agentId;
    this.hostname = hostname;
    this.requests = requestsOf(pipe);
    this.browser = new Browser(this.requests);
    this.transfers = new Transfers(({ job }) => {
      // What was brought away changed nothing here.
      if (job.kind !== "download" && !this.transfers.get().all.some(({ isActive }) => isActive)) {
        void this.browser.reload();
      }
    });
    this.browser.watch(() => keepPath(id, this.browser.get().path));
  }

  /** Begins where it was before a reload. */
  begin() {
    return this.browser.begin(keptPath(this.id));
  }

  /** The folder that is open; nothing can be put into the list of disks. */
  get folder(): string | null {
    return this.browser.get().path || null;
  }

  pathOf(name: string): string {
    const { path } = this.browser.get();
    // In the list of disks, the names are paths.
    return path === null || path === COMPUTER ? name : joined(path, name);
  }

  /** Makes the folders and begins with the files. */
  async upload({ folders, files }: LocalFiles, folder: string) {
    const { signal } = new AbortController();
    for (const names of folders) await makeFolder(this.requests, joined(folder, ...names), signal);
    const batch: Batch = { choice: null };
    for (const { names, file } of files) this.#upload(file, joined(folder, ...names), batch);
    if (folders.length > 0) await this.browser.reload();
  }

  /** Uploads of this tab that a reload or the end of a session stopped. */
  unfinished(): Unfinished[] {
    const running = this.transfers.get().all.filter(({ isOver }) => !isOver);
    const names = new Set(running.map(({ job }) => joined(job.where || "/", job.name)));
    return memory.unfinished(this.agentId).filter(({ path }) => !names.has(path));
  }

  /** Goes on with one, when it is the same file. */
  goOn({ path, mark }: Unfinished, file: File): boolean {
    if (new FileSource(file).mark !== mark) return false;
    this.#upload(file, path, { choice: null });
    return true;
  }

  forget(unfinished: Unfinished) {
    memory.forget(unfinished);
  }

  /** One file as it is, all else as an archive. To be called from a click: it asks where to. */
  async download(entries: Entry[]) {
    const [first] = entries;
    if (!first) return;
    const isOne = entries.length === 1 && (first.kind === "file" || first.kind === "link");
    if (!isOne) return this.zip(entries);
    const path = this.pathOf(first.name);
    const sink = await chooseSink(first.name);
    this.#receive(first.name, (steer) => receiveFile(this.requests, path, sink, steer));
  }

  async zip(entries: Entry[]) {
    const [first] = entries;
    if (!first) return;
    const paths = entries.map(({ name }) => this.pathOf(name));
    const name = `${entries.length === 1 ? first.name : words.archiveName}.zip`;
    const sink = await chooseSink(name);
    this.#receive(name, (steer) => receiveZip(this.requests, paths, sink, steer));
  }

  hold(mode: Held["mode"], entries: Entry[]) {
    if (this.folder) clipboard.hold({ from: this, mode, folder: this.folder, entries });
  }

  paste(folder: string) {
    const { held } = clipboard.get();
    if (!held) return;
    this.put(held, folder);
    if (held.mode === "move" && held.from === this) clipboard.hold(null);
  }

  /** Copies or moves something into a folder; from another agent it is always a copy. */
  put({ from, mode, folder: before, entries }: Held, folder: string) {
    if (from !== this) return from.copyTo(this, folder, entries, before);
    const batch: Batch = { choice: null };
    for (const { name } of entries) {
      this.transfers.add(pasteJob(this.requests, mode, joined(before, name), folder, batch));
    }
  }

  remove(entries: Entry[]) {
    const paths = entries.map(({ name }) => this.pathOf(name));
    this.transfers.add(
      deleteJob(this.requests, words.things(entries.map(({ name }) => name)), paths),
    );
  }

  /** Copies to another agent; the transfers are in its list. */
  copyTo(other: FileSession, folder: string, entries: Entry[], from = this.folder) {
    if (from === null) return;
    const batch: Batch = { choice: null };
    const here: Side = { ...this.#side(), folder: from };
    const there: Side = { ...other.#side(), folder };
    for (const entry of entries) {
      other.transfers.add(acrossJob(here, there, entry, memory, batch));
    }
  }

  #side() {
    const { requests, agentId, hostname } = this;
    return { requests, agentId, hostname };
  }

  #upload(file: File, path: string, batch: Batch) {
    const source = new FileSource(file);
    const { agentId, requests } = this;
    this.transfers.add({
      kind: "upload",
      name: source.name,
      where: parentOf(path) ?? path,
      isBytes: true,
      batch,
      run: async (steer) =>
        (await upload(requests, { source, path, agentId, memory }, steer)) !== null,
    });
  }

  #receive(name: string, act: (steer: Steering) => Promise<void>) {
    const run = (steer: Steering) => act(steer).then(() => true);
    this.transfers.add({ kind: "download", name, where: "", isBytes: true, run });
  }
}

const all = new WeakMap<OpenSession["pipe"], FileSession>();

/** That of a session; it lives as long as the session's pipe. */
export function fileSessionOf(session: OpenSession): FileSession {
  const known = all.get(session.pipe) ?? new FileSession(session);
  all.set(session.pipe, known);
  return known;
}

const KEY = "muster.remote.path.";

function keepPath(id: string, path: string | null) {
  if (path !== null) sessionStorage.setItem(KEY + id, path);
}

const keptPath = (id: string): string | undefined => sessionStorage.getItem(KEY + id) ?? undefined;
