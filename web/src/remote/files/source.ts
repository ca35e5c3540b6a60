/** Where the content of an upload comes from: chunks of it, in any order and more than once. */
import type { Bytes } from "../pipe/bytes";
import { rangeOf } from "./chunks";

export interface ChunkSource {
  readonly name: string;
  readonly size: number;
  /** What it is known by after a reload of the page; null when it cannot be found again. */
  readonly mark: string | null;
  read(index: number): Promise<Bytes>;
  close(): void;
}

/** A file of the viewer's own computer. */
export class FileSource implements ChunkSource {
  readonly name: string;
  readonly size: number;
  readonly mark: string;
  #file: File;

  constructor(file: File) {
    this.#file = file;
    this.name = file.name;
    this.size = file.size;
    this.mark = JSON.stringify([file.name, file.size, file.lastModified]);
  }

  async read(index: number): Promise<Bytes> {
    const { from, to } = rangeOf(index, this.size);
    return new Uint8Array(await this.#file.slice(from, to).arrayBuffer());
  }

  close() {}
}
