/**
 * Reads a file of an agent chunk by chunk, each checked with its hash. After a
 * break it goes on with the first chunk that is not there, of the same version.
 */
import { type Bytes, hashOf, toHex } from "../pipe/bytes";
import { CHUNK, chunksOf, rangeOf } from "./chunks";
import { Inflow } from "./inflow";
import { files as words } from "./messages";
import { Patience } from "./patience";
import { FileProblem, unlessAborted } from "./problem";
import type { Requests } from "./requests";
import { StreamRequest } from "./streamRequest";
import type { DownloadBegun } from "./wire";

export interface Chunk {
  index: number;
  bytes: Bytes;
}

/** Attempts without a chunk between them. */
const TRIES = 6;
const AGAIN = new Set(["restart", "no_answer", "corrupt"]);

export class ChunkDownload {
  readonly name: string;
  readonly size: number;
  #requests: Requests;
  #path: string;
  #signal: AbortSignal;
  #version: string;
  #attempt: Attempt | null;
  #next = 0;

  /** Opens a file and reads it from its beginning. */
  static async open(requests: Requests, path: string, signal: AbortSignal) {
    for (let tries = 0; ; tries += 1) {
      const attempt = new Attempt(requests, path, 0);
      try {
        const begun = await unlessAborted(attempt.begin(), signal);
        return new ChunkDownload(requests, path, signal, attempt, begun);
      } catch (error) {
        const problem = FileProblem.from(error);
        attempt.close(problem.isAnswer);
        if (!AGAIN.has(problem.code) || tries >= TRIES) throw problem;
      }
    }
  }

  private constructor(
    requests: Requests,
    path: string,
    signal: AbortSignal,
    attempt: Attempt,
    { name, size, version }: DownloadBegun,
  ) {
    this.#requests = requests;
    this.#path = path;
    this.#signal = signal;
    this.#attempt = attempt;
    this.#version = version;
    this.name = name;
    this.size = size;
  }

  /** The next chunk; null after the last one. */
  async next(): Promise<Chunk | null> {
    const index = this.#next;
    if (index >= chunksOf(this.size)) {
      this.close();
      return null;
    }
    for (let tries = 0; ; tries += 1) {
      try {
        const bytes = await unlessAborted(this.#read(index), this.#signal);
        this.#next = index + 1;
        return { index, bytes };
      } catch (error) {
        const problem = FileProblem.from(error);
        this.#attempt?.close(problem.isAnswer);
        this.#attempt = null;
        if (!AGAIN.has(problem.code) || tries >= TRIES) throw problem;
      }
    }
  }

  /** Goes on with another chunk. */
  seek(index: number) {
    if (index === this.#next) return;
    this.close();
    this.#next = index;
  }

  close() {
    const isOver = this.#next >= chunksOf(this.size);
    this.#attempt?.close(isOver);
    this.#attempt = null;
  }

  async #read(index: number): Promise<Bytes> {
    if (!this.#attempt) {
      const attempt = new Attempt(this.#requests, this.#path, index, this.#version);
      this.#attempt = attempt;
      await attempt.begin();
    }
    const { from, to } = rangeOf(index, this.size);
    return this.#attempt.read(index, to - from);
  }
}

/** One attempt: from one chunk on. */
class Attempt {
  #stream: StreamRequest<"download">;
  #inflow: Inflow;
  #patience: Patience;
  #hashes = new Map<number, string>();
  #onHash: () => void = () => {};
  #path: string;
  #from: number;
  #version: string | undefined;

  constructor(requests: Requests, path: string, from: number, version?: string) {
    this.#path = path;
    this.#from = from;
    this.#version = version;
    this.#stream = new StreamRequest(requests, "download");
    this.#patience = new Patience(requests, () => this.#stream.restart());
    this.#inflow = new Inflow(requests.pipe, this.#stream.channel, () => this.#patience.expect());
    // Also what the agent says in the middle of it: that the file was changed.
    this.#stream.last.catch((problem: FileProblem) => {
      this.#inflow.fail(problem);
      this.#onHash();
    });
  }

  async begin(): Promise<DownloadBegun> {
    const version = this.#version !== undefined && { if_version: this.#version };
    this.#stream.send(
      { path: this.#path, from_chunk: this.#from, ...version },
      {
        onChunk: (index, hash) => {
          this.#hashes.set(index, hash);
          this.#onHash();
        },
        // Hashes may have been lost with the connection, and nothing is lost with a new beginning.
        onReconnected: () => this.#stream.restart(),
      },
    );
    const begun = await this.#stream.first;
    const isExpected = begun.chunk === CHUNK && begun.from === this.#from * CHUNK;
    if (!isExpected) throw new FileProblem("unexpected", words.otherVersion);
    this.#inflow.begin();
    return begun;
  }

  /** A chunk with so many bytes, after its hash was compared. */
  async read(index: number, length: number): Promise<Bytes> {
    this.#patience.expect();
    const bytes = await this.#inflow.take(length);
    const expected = await this.#hashOf(index);
    this.#patience.rest();
    if (toHex(await hashOf(bytes)) !== expected) throw new FileProblem("corrupt", words.corrupt);
    this.#hashes.delete(index);
    this.#inflow.used(length);
    return bytes;
  }

  close(isOver: boolean) {
    this.#patience.rest();
    this.#stream.close(isOver);
  }

  async #hashOf(index: number): Promise<string> {
    let hash = this.#hashes.get(index);
    while (hash === undefined) {
      await Promise.race([this.#nextHash(), this.#stream.last.then(() => this.#missing(index))]);
      hash = this.#hashes.get(index);
    }
    return hash;
  }

  #nextHash(): Promise<void> {
    return new Promise((resolve) => {
      this.#onHash = resolve;
    });
  }

  /** All has been said: a hash that is not there does not come any more. */
  #missing(index: number) {
    if (!this.#hashes.has(index)) throw new FileProblem("corrupt", words.corrupt);
  }
}
