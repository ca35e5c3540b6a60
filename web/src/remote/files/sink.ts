/** Where downloaded bytes go: into a file as they come, or into memory until all are there. */
import { saveBlob } from "../../ui/saveFile";
import type { Bytes } from "../pipe/bytes";
import { files as words } from "./messages";
import { FileProblem } from "./problem";

export interface ByteSink {
  /** Forgets what was written: also for another attempt. */
  begin(): Promise<void>;
  /** So many bytes will come; throws when they do not fit. */
  expect(bytes: number): void;
  write(bytes: Bytes): Promise<void>;
  finish(): Promise<void>;
  /** Nothing of it is kept. */
  discard(): Promise<void>;
}

/** Browsers without files of their own keep a download in memory until it is complete. */
export const MOST_IN_MEMORY = 1024 ** 3;
/** So many bytes are handed to the browser at once, which may then put them on its disk. */
const GATHERED = 32 * 1024 * 1024;

type SavePicker = (options: { suggestedName?: string }) => Promise<FileSystemFileHandle>;

/**
 * Asks where a file should go. To be called from a click. Rejects when the person
 * decides otherwise.
 */
export async function chooseSink(name: string): Promise<ByteSink> {
  const { showSaveFilePicker } = globalThis as unknown as { showSaveFilePicker?: SavePicker };
  if (!showSaveFilePicker) return new MemorySink(name);
  return new DiskSink(await showSaveFilePicker({ suggestedName: plainName(name) }));
}

/** Names of other systems may hold what this one does not take. */
export function plainName(name: string): string {
  const plain = Array.from(name, (letter) =>
    letter < " " || '<>:"/\\|?*'.includes(letter) ? "_" : letter,
  ).join("");
  return plain.replace(/^\.+|[. ]+$/g, "") || "download";
}

/** A file that the browser writes to; its name shows nothing of it before it is complete. */
export class DiskSink implements ByteSink {
  #handle: Pick<FileSystemFileHandle, "createWritable">;
  #file: FileSystemWritableFileStream | null = null;

  constructor(handle: Pick<FileSystemFileHandle, "createWritable">) {
    this.#handle = handle;
  }

  async begin() {
    await this.discard();
    this.#file = await this.#handle.createWritable();
  }

  expect() {}

  async write(bytes: Bytes) {
    await this.#file?.write(bytes);
  }

  async finish() {
    await this.#file?.close();
    this.#file = null;
  }

  async discard() {
    const file = this.#file;
    this.#file = null;
    await file?.abort().catch(() => {});
  }
}

export class MemorySink implements ByteSink {
  #name: string;
  #save: typeof saveBlob;
  #most: number;
  #parts: (Blob | Bytes)[] = [];
  #loose = 0;
  #size = 0;

  constructor(name: string, save = saveBlob, most = MOST_IN_MEMORY) {
    this.#name = name;
    this.#save = save;
    this.#most = most;
  }

  async begin() {
    this.#parts = [];
    this.#loose = 0;
    this.#size = 0;
  }

  expect(bytes: number) {
    if (bytes > this.#most) throw new FileProblem("too_large", words.tooLargeForMemory);
  }

  async write(bytes: Bytes) {
    this.#size += bytes.length;
    this.expect(this.#size);
    this.#parts.push(bytes);
    this.#loose += bytes.length;
    if (this.#loose < GATHERED) return;
    this.#parts = [new Blob(this.#parts)];
    this.#loose = 0;
  }

  async finish() {
    const whole = new Blob(this.#parts, { type: "application/octet-stream" });
    await this.begin();
    this.#save(this.#name, whole);
  }

  async discard() {
    await this.begin();
  }
}
