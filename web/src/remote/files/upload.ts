/**
 * Brings a file to an agent: reads its hashes, asks which chunks are missing,
 * and sends those. Whatever breaks meanwhile, the next attempt goes on with
 * what is there.
 */
import { type Bytes, hashOf } from "../pipe/bytes";
import { CHUNK, chunksOf, HASH, hashText, idOf, MOST_CHUNKS } from "./chunks";
import type { HashMemory } from "./hashMemory";
import { files as words } from "./messages";
import { Outflow } from "./outflow";
import { Patience } from "./patience";
import { FileProblem, restart, unlessAborted } from "./problem";
import type { Requests } from "./requests";
import type { ChunkSource } from "./source";
import type { Steering } from "./steering";
import { StreamRequest } from "./streamRequest";
import type { IfExists, MoreHashes, UploadBegun, Uploaded } from "./wire";

export interface UploadWish {
  source: ChunkSource;
  /** The path that it should have. */
  path: string;
  agentId: string;
  memory: HashMemory;
  /** Hashes in one message; as many as fit by default. */
  hashesAtOnce?: number;
}

/** Attempts without a byte of progress between them. */
const TRIES = 6;
const PAUSE = 1_000;
/** What says nothing about the file. */
const AGAIN = new Set(["restart", "interrupted", "no_answer"]);

/** Null when a person decided to leave out what is there already. */
export async function upload(
  requests: Requests,
  wish: UploadWish,
  steer: Steering,
): Promise<Uploaded | null> {
  const { source, path, agentId, memory } = wish;
  if (chunksOf(source.size) > MOST_CHUNKS) throw new FileProblem("too_large", words.tooLarge);
  const mark = source.mark;
  const kept = mark === null ? null : memory.find(agentId, path, mark);
  let known = kept?.length === chunksOf(source.size) * HASH ? kept : null;
  let hashes = known ?? (await hashesOf(source, steer));
  if (mark !== null) memory.keep({ agentId, path, mark, size: source.size }, hashes);
  let ifExists: IfExists = "ask";
  let furthest = -1;
  /** Attempts that may still be in the agent's hands: theirs is the part that is in the way. */
  let earlier: number[] = [];
  for (let tries = 0; ; ) {
    const attempt = new Attempt(requests, wish, steer, hashes);
    try {
      const uploaded = await attempt.run(ifExists, earlier);
      memory.forget(wish);
      return uploaded;
    } catch (error) {
      const problem = FileProblem.from(error);
      const { existing } = problem.details;
      tries = attempt.progress > furthest ? 0 : tries + 1;
      furthest = Math.max(furthest, attempt.progress);
      // One that has begun had nobody in its way.
      if (attempt.progress >= 0) earlier = [];
      if (!problem.isAnswer) earlier = [...earlier, attempt.id];
      if (steer.signal.aborted || problem.code === "cancelled") {
        memory.forget(wish);
        throw problem;
      }
      if (existing && ifExists === "ask") {
        const choice = await steer.ask(source.name, existing);
        if (choice === "skip") memory.forget(wish);
        if (choice === "skip") return null;
        ifExists = choice;
      } else if (problem.code === "changed" && known) {
        // What was remembered is of another content of the same name, size and time.
        known = null;
        hashes = await hashesOf(source, steer);
        if (mark !== null) memory.keep({ agentId, path, mark, size: source.size }, hashes);
      } else if (!mayGoOn(problem, earlier) || tries >= TRIES) throw problem;
      else if (tries > 0) await unlessAborted(pause(requests), steer.signal);
    }
  }
}

/** The part of the attempt before may still be in the agent's hands for a moment. */
function mayGoOn({ code, details }: FileProblem, earlier: number[]): boolean {
  return AGAIN.has(code) || (code === "exists" && !details.existing && earlier.length > 0);
}

const pause = (requests: Requests) =>
  new Promise<void>((resolve) => void requests.clock.after(PAUSE, resolve));

async function hashesOf(source: ChunkSource, steer: Steering): Promise<Bytes> {
  const count = chunksOf(source.size);
  const hashes = new Uint8Array(count * HASH);
  steer.step("reading");
  steer.total(source.size);
  for (let index = 0; index < count; index += 1) {
    await steer.point();
    const chunk = await source.read(index);
    hashes.set(await hashOf(chunk), index * HASH);
    steer.done(Math.min(source.size, (index + 1) * CHUNK));
  }
  return hashes;
}

/** One attempt. */
class Attempt {
  /** Bytes that the agent has; -1 before it says so. */
  progress = -1;
  readonly #patience: Patience;
  readonly #stream: StreamRequest<"upload">;
  readonly #outflow: Outflow;
  #present = 0;
  #hasBegun = false;
  #hasStopped = false;

  constructor(
    readonly requests: Requests,
    readonly wish: UploadWish,
    readonly steer: Steering,
    readonly hashes: Bytes,
  ) {
    this.#stream = new StreamRequest(requests, "upload");
    this.#patience = new Patience(requests, () => this.#stream.restart());
    this.#outflow = new Outflow(requests.pipe, this.#stream.channel, {
      onArrived: (bytes) => this.#arrived(bytes),
      onLost: () => this.#stream.restart(),
    });
  }

  get id(): number {
    return this.#stream.id;
  }

  /** `earlier`: requests that may still hold what is there of the file. */
  async run(ifExists: IfExists, earlier: number[]): Promise<Uploaded> {
    const stream = this.#stream;
    // What stops it: a problem that the agent reports at any time.
    const stopped = stream.last.then(() => new Promise<never>(() => {}));
    let [isOver, keeps] = [true, true];
    try {
      for (const one of earlier) this.requests.cancel(one, true);
      const sending = Promise.race([this.#send(ifExists), stopped]);
      return await unlessAborted(sending, this.steer.signal);
    } catch (error) {
      const problem = FileProblem.from(error);
      [isOver, keeps] = [problem.isAnswer, problem.code !== "cancelled"];
      throw problem;
    } finally {
      this.#hasStopped = true;
      this.#patience.rest();
      stream.close(isOver, keeps);
    }
  }

  async #send(ifExists: IfExists): Promise<Uploaded> {
    const { source } = this.wish;
    const { missing, present } = await this.#begin(ifExists);
    this.steer.step("moving");
    this.steer.total(source.size);
    this.#present = present;
    this.#hasBegun = true;
    this.#arrived(0);
    for (const { from, to } of missing) {
      for (let at = from; at < to; at += CHUNK) {
        await this.#rest();
        const chunk = await source.read(at / CHUNK);
        // Another attempt is under way: nothing more may come of this one.
        if (this.#hasStopped) throw restart();
        this.#patience.expect();
        await this.#outflow.write(chunk);
      }
    }
    this.#patience.expect();
    const uploaded = (await this.#stream.last) as Uploaded;
    this.progress = source.size;
    this.steer.done(source.size);
    return uploaded;
  }

  /** The stream belongs to this request, also when others bring the rest of the hashes. */
  async #begin(ifExists: IfExists): Promise<UploadBegun> {
    const { source, path, hashesAtOnce: most } = this.wish;
    const about = { path, size: source.size, file: await idOf(this.hashes), if_exists: ifExists };
    this.#stream.send(
      { ...about, hashes: hashText(this.hashes, 0, most) },
      {
        onSign: () => this.#patience.expect(),
        // Its first answer may be lost; afterwards the stream goes on by itself.
        onReconnected: () => (this.#hasBegun ? this.#patience.expect() : this.#stream.restart()),
      },
    );
    let answer: UploadBegun | MoreHashes = await this.#stream.first;
    while ("want" in answer) {
      this.#patience.rest();
      const hashes = hashText(this.hashes, answer.have, most);
      const more = { upload: this.#stream.id, hashes };
      answer = await this.requests.ask("upload_hashes", more, { signal: this.steer.signal });
    }
    this.#patience.rest();
    return answer;
  }

  /** While it is paused nothing can be expected. */
  async #rest() {
    this.#patience.rest();
    await this.steer.point();
  }

  #arrived(bytes: number) {
    if (!this.#hasBegun) return;
    this.progress = this.#present + bytes;
    this.steer.done(this.progress);
    if (bytes > 0) this.#patience.expect();
  }
}
