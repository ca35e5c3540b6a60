/** The parts of a recording, each read once and kept while there is room for it. */
import { Problem } from "../api/problem";
import type { Bytes } from "../remote/pipe/bytes";
import { recordings as words } from "./messages";
import { DamagedPart, type RecordedItem, readRecords } from "./records";
import type { PartInfo } from "./timeline";

interface KeptPart {
  items: Promise<RecordedItem[]>;
  /** None before it has come. */
  bytes: number;
}

/** Bytes of parts that are kept: minutes of a busy screen. */
const MOST = 64 * 1024 * 1024;

export class PartSource {
  #fetch: (part: number) => Promise<Bytes>;
  #most: number;
  /** The one that was used last is the last. */
  #kept = new Map<number, KeptPart>();

  constructor(fetch: (part: number) => Promise<Bytes>, most = MOST) {
    this.#fetch = fetch;
    this.#most = most;
  }

  /** Rejects with a [`Problem`] when it does not come, or is not as it should be. */
  read(info: PartInfo): Promise<RecordedItem[]> {
    const known = this.#kept.get(info.part);
    const kept = known ?? { items: Promise.resolve([]), bytes: 0 };
    this.#kept.delete(info.part);
    this.#kept.set(info.part, kept);
    if (!known) kept.items = this.#load(info, kept);
    return kept.items;
  }

  /** It will be needed soon; who needs it then hears of problems. */
  prefetch(info: PartInfo) {
    this.read(info).catch(() => {});
  }

  async #load({ part, first_ms }: PartInfo, kept: KeptPart): Promise<RecordedItem[]> {
    try {
      const content = await this.#fetch(part);
      kept.bytes = content.length;
      this.#makeRoom();
      return readRecords(content, first_ms);
    } catch (error) {
      // The next one who asks tries again.
      if (this.#kept.get(part) === kept) this.#kept.delete(part);
      if (error instanceof DamagedPart) throw new Problem(words.damagedPart(part), 0, "damaged");
      throw Problem.from(error);
    }
  }

  #makeRoom() {
    let all = 0;
    for (const { bytes } of this.#kept.values()) all += bytes;
    for (const [part, { bytes }] of this.#kept) {
      if (all <= this.#most) return;
      if (bytes > 0) this.#kept.delete(part);
      all -= bytes;
    }
  }
}
