/** For tests: the files of an agent in memory, with what it says about them. */
import { type Bytes, concat, hashOf, toHex, utf8 } from "../pipe/bytes";
import type { Frame } from "../pipe/frame";
import { Incoming, type Outgoing } from "../pipe/streams";
import { CHUNK, chunksOf, fromBase64, HASH, rangeOf } from "./chunks";
import { FakeFiles } from "./fakeFiles";
import { type Request, whole, zipOf } from "./fakeRequest";
import { joined, nameOf, numbered, parentOf } from "./paths";
import { channelOf, type IfExists } from "./wire";

interface Receiving {
  id: number;
  path: string;
  size: number;
  hashes: Bytes;
  ifExists: IfExists;
  part: Map<number, Bytes>;
  incoming: Incoming;
  current: Bytes;
}

export class FakeAgent {
  disk = new FakeFiles();
  /** Null is a folder. */
  files = this.disk.all;
  /** What is there of uploads, by path and id. */
  parts = new Map<string, Map<number, Bytes>>();
  asked: Request[] = [];
  /** It does not know its streams any more after a break. */
  forgets = false;
  /** Chunks of downloads that arrive damaged, once each. */
  damaged = new Set<number>();
  /** Operations that are never answered. */
  mute = new Set<string>();
  #send: (frame: Frame) => void = () => {};
  #receiving = new Map<number, Receiving>();
  /** Uploads whose hashes are not all here. */
  #waiting = new Map<number, Request & { bytes: Bytes }>();
  #sending = new Map<number, Outgoing>();
  #answers: object[] = [];
  #work: Promise<void> = Promise.resolve();

  connect(send: (frame: Frame) => void) {
    this.#send = send;
  }

  receive(frame: Frame): Promise<void> {
    this.#work = this.#work.then(() => this.#take(frame));
    return this.#work;
  }

  disconnected() {
    for (const outgoing of this.#sending.values()) outgoing.disconnected();
  }

  /** Another connection of the same viewer: streams go on, and the last answers are said once more. */
  reconnected() {
    if (this.forgets) {
      this.#receiving.clear();
      this.#sending.clear();
      return;
    }
    for (const [channel, { incoming }] of this.#receiving) {
      this.#send({ channel, kind: "credit", ...incoming.firstCredit() });
    }
    for (const answer of this.#answers.slice(-4)) this.#say(answer);
  }

  say(message: object) {
    if ((message as { type: string }).type === "answer") this.#answers.push(message);
    this.#say(message);
  }

  #say(message: object) {
    this.#send({ channel: 1, kind: "control", text: JSON.stringify(message) });
  }

  async #take(frame: Frame) {
    if (frame.kind === "control") return this.#handle(JSON.parse(frame.text) as Request);
    if (frame.kind === "data") return this.#receive(frame.channel, frame);
    if (frame.kind !== "credit") return;
    this.#sending.get(frame.channel)?.credit(frame);
    this.#flush(frame.channel);
  }

  async #handle(request: Request) {
    this.asked.push(request);
    const { id, op } = request;
    if (this.mute.has(op)) return;
    try {
      const ok = await this.#carryOut(request);
      if (ok) this.say({ type: "answer", id, ok });
      if (op.startsWith("upload")) await this.#finishIfComplete(channelOf(request.upload ?? id));
      if (op === "zip") this.say({ type: "answer", id, ok: { size: zipOf(request).length } });
    } catch (error) {
      this.say({ type: "answer", id, error });
    }
  }

  async #carryOut(request: Request): Promise<object | null> {
    const { id, op, path } = request;
    const done = { items: 1, bytes: 0, left_out: 0 };
    switch (op) {
      case "roots":
        return { roots: [{ path: "/", free: 1000 }] };
      case "list":
        return this.disk.list(path, request.after ?? "");
      case "stat":
        return { entry: this.disk.entry(this.disk.there(path)) };
      case "make_folder":
        this.disk.refuseTaken(path);
        this.files.set(path, null);
        return done;
      case "rename":
      case "copy":
        return this.disk.put(request.from, request.to, request.replace === true, op === "rename");
      case "delete":
        this.files.delete(this.disk.there(path));
        return done;
      case "upload":
        this.#waiting.set(id, { ...request, bytes: new Uint8Array(0) });
        return this.#addHashes(id, request.hashes);
      case "upload_hashes":
        return this.#addHashes(request.upload ?? id, request.hashes);
      case "download":
        return this.#beginDownload(request);
      case "zip":
        this.#sending.set(channelOf(id), whole(zipOf(request)));
        return { name: "files.zip" };
      case "cancel":
        return this.#cancel(request.request, request.keep === true);
      default:
        throw { code: "invalid_request", message: op };
    }
  }

  async #addHashes(upload: number, hashes: string): Promise<object> {
    const known = this.#waiting.get(upload);
    if (!known) throw { code: "invalid_request", message: "no such upload" };
    known.bytes = concat(known.bytes, fromBase64(hashes));
    const [have, want] = [known.bytes.length / HASH, chunksOf(known.size)];
    if (have < want) return { have, want };
    this.#waiting.delete(upload);
    if (toHex(await hashOf(known.bytes)) !== known.file) {
      throw { code: "invalid_request", message: "file" };
    }
    return this.#beginUpload(known, known.bytes);
  }

  #beginUpload({ id, path, size, if_exists: ifExists }: Request, hashes: Bytes): object {
    for (const other of this.#receiving.values()) {
      if (other.path === path) throw { code: "exists", message: "somebody else uploads it" };
    }
    this.disk.checkConflict(path, ifExists);
    const key = `${path} ${toHex(hashes.slice(0, 64))}`;
    const part = this.parts.get(key) ?? new Map<number, Bytes>();
    this.parts.set(key, part);
    const incoming = new Incoming(CHUNK);
    const current = new Uint8Array(0);
    const receiving = { id, path, size, hashes, ifExists, part, incoming, current };
    this.#receiving.set(channelOf(id), receiving);
    this.#send({ channel: channelOf(id), kind: "credit", ...incoming.firstCredit() });
    const missing = missingOf(receiving).map((index) => rangeOf(index, size));
    const absent = missing.reduce((sum, { from, to }) => sum + to - from, 0);
    return { chunk: CHUNK, missing, present: size - absent, size };
  }

  async #receive(channel: number, data: { offset: number; bytes: Bytes }) {
    const receiving = this.#receiving.get(channel);
    if (!receiving) return;
    const { incoming, part, size, hashes } = receiving;
    let fresh = incoming.take(data);
    incoming.used(fresh.length);
    while (fresh.length > 0) {
      const index = missingOf(receiving)[0] ?? 0;
      const { from, to } = rangeOf(index, size);
      const taken = fresh.subarray(0, to - from - receiving.current.length);
      receiving.current = concat(receiving.current, taken);
      fresh = fresh.subarray(taken.length);
      if (receiving.current.length < to - from) break;
      const expected = toHex(hashes.slice(index * HASH, (index + 1) * HASH));
      if (toHex(await hashOf(receiving.current)) !== expected) {
        this.#receiving.delete(channel);
        const error = { code: "changed", message: "It was changed while it was sent." };
        return this.say({ type: "answer", id: receiving.id, error });
      }
      part.set(index, receiving.current);
      receiving.current = new Uint8Array(0);
    }
    const credit = incoming.nextCredit();
    if (credit) this.#send({ channel, kind: "credit", ...credit });
    await this.#finishIfComplete(channel);
  }

  async #finishIfComplete(channel: number) {
    const receiving = this.#receiving.get(channel);
    if (!receiving || missingOf(receiving).length > 0) return;
    const { id, part, path, size, ifExists } = receiving;
    this.#receiving.delete(channel);
    let name = path;
    for (let number = 2; ifExists === "keep_both" && this.files.has(name); number += 1) {
      name = joined(parentOf(path) ?? "/", numbered(nameOf(path), number));
    }
    const chunks = Array.from({ length: chunksOf(size) }, (_, at) => part.get(at) ?? utf8(""));
    this.files.set(name, concat(...chunks));
    for (const [key, one] of this.parts) if (one === part) this.parts.delete(key);
    this.say({ type: "answer", id, ok: { path: name, size } });
  }

  async #beginDownload(request: Request): Promise<object> {
    const { id, path, from_chunk: fromChunk } = request;
    const content = this.files.get(this.disk.there(path)) ?? utf8("");
    const version = toHex(await hashOf(content));
    if (request.if_version !== undefined && request.if_version !== version) {
      throw { code: "changed", message: `${path} was changed while it was read.` };
    }
    const sent = content.slice(fromChunk * CHUNK);
    for (let index = fromChunk; index < chunksOf(content.length); index += 1) {
      const { from, to } = rangeOf(index, content.length);
      const hash = toHex(await hashOf(content.slice(from, to)));
      const at = from - fromChunk * CHUNK;
      if (this.damaged.delete(index)) sent[at] = (sent[at] ?? 0) ^ 1;
      this.#say({ type: "chunk", id, index, hash });
    }
    this.#sending.set(channelOf(id), whole(sent));
    const from = fromChunk * CHUNK;
    return { name: nameOf(path), chunk: CHUNK, from, size: content.length, version };
  }

  #cancel(request: number, keep: boolean) {
    const receiving = this.#receiving.get(channelOf(request));
    this.#receiving.delete(channelOf(request));
    this.#waiting.delete(request);
    this.#sending.delete(channelOf(request));
    if (receiving && !keep) {
      for (const [key, part] of this.parts) if (part === receiving.part) this.parts.delete(key);
    }
    return { items: receiving ? 1 : 0, bytes: 0, left_out: 0 };
  }

  #flush(channel: number) {
    const outgoing = this.#sending.get(channel);
    for (let part = outgoing?.next(); part; part = outgoing?.next()) {
      this.#send({ channel, kind: "data", ...part });
    }
  }
}

const missingOf = ({ size, part }: Pick<Receiving, "size" | "part">) =>
  Array.from({ length: chunksOf(size) }, (_, index) => index).filter((index) => !part.has(index));
