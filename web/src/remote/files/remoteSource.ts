/**
 * A file of another agent as the content of an upload: what comes from one is
 * sent to the other, encrypted on both ways with the keys of this browser. The
 * hashes are needed first, so a large file is read twice.
 */
import type { Bytes } from "../pipe/bytes";
import { CHUNK, chunksOf } from "./chunks";
import { ChunkDownload } from "./download";
import { FileProblem } from "./problem";
import type { Requests } from "./requests";
import type { ChunkSource } from "./source";

/** A file of at most so many bytes is kept between the two readings. */
const KEPT = 16 * 1024 * 1024;

export class RemoteSource implements ChunkSource {
  readonly name: string;
  readonly size: number;
  readonly mark = null;
  #file: ChunkDownload;
  #kept = new Map<number, Bytes>();
  /** One after the other: it is one stream. */
  #last: Promise<unknown> = Promise.resolve();

  static async open(requests: Requests, path: string, signal: AbortSignal) {
    return new RemoteSource(await ChunkDownload.open(requests, path, signal));
  }

  private constructor(file: ChunkDownload) {
    this.#file = file;
    this.name = file.name;
    this.size = file.size;
  }

  read(index: number): Promise<Bytes> {
    const read = this.#last.then(() => this.#kept.get(index) ?? this.#fetch(index));
    this.#last = read.catch(() => {});
    return read;
  }

  close() {
    this.#file.close();
    this.#kept.clear();
  }

  async #fetch(index: number): Promise<Bytes> {
    this.#file.seek(index);
    const chunk = await this.#file.next();
    if (!chunk) throw new FileProblem("unexpected", `${index} of ${chunksOf(this.size)}`);
    if (this.size <= KEPT && this.#kept.size < KEPT / CHUNK) this.#kept.set(index, chunk.bytes);
    return chunk.bytes;
  }
}
