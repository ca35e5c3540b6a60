/** For tests: files and folders in memory, as an agent lists and moves them. */
import type { Bytes } from "../pipe/bytes";
import { nameOf, parentOf } from "./paths";
import type { Entry, IfExists } from "./wire";

export class FakeFiles {
  /** Null is a folder. */
  all = new Map<string, Bytes | null>([["/", null]]);
  pageSize = 1000;

  list(path: string, after: string) {
    if (this.all.get(this.there(path)) !== null) {
      throw { code: "not_a_folder", message: `${path} is not a folder.` };
    }
    const inside = [...this.all.keys()].filter((one) => parentOf(one) === path).sort();
    const from = after === "" ? 0 : inside.indexOf(after) + 1;
    const page = inside.slice(from, from + this.pageSize);
    const next = from + page.length < inside.length ? (page.at(-1) ?? null) : null;
    return { entries: page.map((one) => this.entry(one)), next, total: inside.length };
  }

  put(from: string, to: string, replace: boolean, isMove: boolean) {
    const content = this.all.get(this.there(from)) ?? null;
    if (!replace) this.refuseTaken(to);
    this.all.set(to, content);
    if (isMove) this.all.delete(from);
    return { items: 1, bytes: content?.length ?? 0, left_out: 0 };
  }

  there(path: string): string {
    if (!this.all.has(path)) throw { code: "not_found", message: `${path} is not there.` };
    return path;
  }

  refuseTaken(path: string) {
    if (this.all.has(path)) throw { code: "exists", message: `${path} exists already.` };
  }

  checkConflict(path: string, ifExists: IfExists) {
    if (ifExists !== "ask" || !this.all.has(path)) return;
    throw { code: "exists", message: `${path} exists already.`, existing: this.entry(path) };
  }

  entry(path: string): Entry {
    const content = this.all.get(path) ?? null;
    return entryOf(nameOf(path), content === null ? "folder" : "file", content?.length ?? 0);
  }
}

export function entryOf(name: string, kind: Entry["kind"], size = 0): Entry {
  return {
    name,
    kind,
    size,
    modified: "2026-03-01T12:00:00.000Z",
    mode: 0o644,
    owner: "root",
    group: "root",
    target: null,
    hidden: name.startsWith("."),
    read_only: false,
    readable: true,
  };
}

/** Content in which no two chunks are alike. */
export function contentOf(size: number, seed = 1): Bytes {
  const bytes = new Uint8Array(size);
  let state = seed;
  for (let at = 0; at < size; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    bytes[at] = state >>> 16;
  }
  return bytes;
}

/** Faster than comparing them as values, for millions of bytes. */
export const isSame = (left: Bytes | null | undefined, right: Bytes): boolean =>
  left?.length === right.length && left.every((byte, at) => byte === right[at]);
