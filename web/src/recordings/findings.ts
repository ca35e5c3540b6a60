/** Reads the parts of a recording, and keeps what they are found to have beside the picture. */
import { Problem } from "../api/problem";
import { Store } from "../remote/screen/store";
import { type Marker, readMarker } from "./details";
import type { RecordedItem } from "./records";
import type { PartInfo } from "./timeline";

export interface Source {
  read(info: PartInfo): Promise<RecordedItem[]>;
  prefetch(info: PartInfo): void;
}

/** A part that is there and cannot be read. */
export interface Hole {
  ms: number;
  reason: string;
}

export class Findings {
  /** Who came and left, in the parts that were read until now. */
  readonly markers = new Store<Marker[]>([]);
  /** Nothing is shown from there to the next part. */
  readonly holes = new Store<Hole[]>([]);
  #source: Source;
  #known = new Set<number>();
  #damaged = new Set<number>();

  constructor(source: Source) {
    this.#source = source;
  }

  /** What is damaged does not keep anybody from what comes after it: it has no records. */
  async read(info: PartInfo): Promise<RecordedItem[]> {
    if (this.#damaged.has(info.part)) return [];
    try {
      const items = await this.#source.read(info);
      this.#mark(info, items);
      return items;
    } catch (error) {
      const problem = Problem.from(error);
      if (!isDamage(problem)) throw problem;
      this.#damaged.add(info.part);
      this.holes.set([...this.holes.get(), { ms: info.first_ms, reason: problem.message }]);
      return [];
    }
  }

  prefetch(info: PartInfo) {
    if (!this.#damaged.has(info.part)) this.#source.prefetch(info);
  }

  #mark({ part }: PartInfo, items: RecordedItem[]) {
    if (this.#known.has(part)) return;
    this.#known.add(part);
    const found = items.filter(({ type }) => type === "marker").map(readMarker);
    if (found.length === 0) return;
    this.markers.set([...this.markers.get(), ...found].toSorted((a, b) => a.ms - b.ms));
  }
}

/** Whether this part will never be read, and others may. */
const isDamage = ({ status, code }: Problem): boolean => status === 409 || code === "damaged";
