/**
 * What this tab remembers of uploads that are not finished: which file went
 * where, and its hashes. After a reload, the same file need not be read twice.
 */
import type { Bytes } from "../pipe/bytes";
import { fromBase64, HASH, toBase64 } from "./chunks";

/** An upload that was not finished. */
export interface Unfinished {
  agentId: string;
  /** The path it should have. */
  path: string;
  /** What the local file is known by. */
  mark: string;
  size: number;
  hashes: string;
}

type TabStorage = Pick<Storage, "getItem" | "setItem">;

const KEY = "muster.remote.uploads";
const MOST = 20;
/** Letters of hashes of one upload: 32 GiB. Those of larger ones are computed once more. */
const LONGEST = 1_400_000;

export class HashMemory {
  #storage: TabStorage | null;

  constructor(storage: TabStorage | null = tabStorage()) {
    this.#storage = storage;
  }

  unfinished(agentId: string): Unfinished[] {
    return this.#read().filter((one) => one.agentId === agentId);
  }

  find(agentId: string, path: string, mark: string): Bytes | null {
    const same = this.unfinished(agentId).find((one) => one.path === path && one.mark === mark);
    if (!same || same.hashes === "") return null;
    const hashes = fromBase64(same.hashes);
    return hashes.length % HASH === 0 ? hashes : null;
  }

  keep(about: Omit<Unfinished, "hashes">, hashes: Bytes) {
    const text = toBase64(hashes);
    const kept = { ...about, hashes: text.length > LONGEST ? "" : text };
    this.#write([kept, ...this.#without(about)].slice(0, MOST));
  }

  forget(about: Pick<Unfinished, "agentId" | "path">) {
    this.#write(this.#without(about));
  }

  #without({ agentId, path }: Pick<Unfinished, "agentId" | "path">): Unfinished[] {
    return this.#read().filter((one) => one.agentId !== agentId || one.path !== path);
  }

  #read(): Unfinished[] {
    try {
      const kept = JSON.parse(this.#storage?.getItem(KEY) ?? "[]") as unknown;
      return Array.isArray(kept) ? kept.filter(isUnfinished) : [];
    } catch {
      return [];
    }
  }

  #write(all: Unfinished[]) {
    try {
      this.#storage?.setItem(KEY, JSON.stringify(all));
    } catch {
      // There is no room: the hashes are computed once more, nothing else is lost.
      this.#storage?.setItem(KEY, "[]");
    }
  }
}

function isUnfinished(one: unknown): one is Unfinished {
  const { agentId, path, mark, size, hashes } = (one ?? {}) as Partial<Unfinished>;
  const texts = [agentId, path, mark, hashes];
  return texts.every((text) => typeof text === "string") && typeof size === "number";
}

function tabStorage(): TabStorage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}
