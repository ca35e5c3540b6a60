/** Messages that only the two ends of a pipe can read, in one order, each once. */
import { remote as words } from "../messages";
import { type Bytes, concat, readNumber, writeNumber } from "./bytes";
import type { DirectionSecret } from "./keys";
import { PipeProblem } from "./problem";

const SEALED = 3;
/** Kind, epoch and counter. */
const HEADER_BYTES = 1 + 4 + 8;
const TAG_BYTES = 16;

export interface SealerLimits {
  /** A key is used for so many messages, */
  messages: number;
  /** and for so many milliseconds. */
  age: number;
  now: () => number;
}

const USUAL: SealerLimits = { messages: 2 ** 31, age: 3_600_000, now: Date.now };

/** Seals what one side sends, in the order in which it is asked. */
export class Sealer {
  #limits: SealerLimits;
  #secret: DirectionSecret;
  #key: CryptoKey | null = null;
  #epoch = 0;
  #counter = 0;
  #began: number;
  #last: Promise<unknown> = Promise.resolve();

  constructor(secret: DirectionSecret, limits: Partial<SealerLimits> = {}) {
    this.#secret = secret;
    this.#limits = { ...USUAL, ...limits };
    this.#began = this.#limits.now();
  }

  seal(plain: Bytes): Promise<Bytes> {
    const sealed = this.#last.then(() => this.#sealNext(plain));
    this.#last = sealed.catch(() => {});
    return sealed;
  }

  async #sealNext(plain: Bytes): Promise<Bytes> {
    const { messages, age, now } = this.#limits;
    if (this.#counter >= messages || now() - this.#began >= age) {
      this.#secret = await this.#secret.next();
      this.#key = null;
      this.#epoch += 1;
      this.#counter = 0;
      this.#began = now();
    }
    this.#key ??= await this.#secret.key();
    const header = headerOf(this.#epoch, this.#counter);
    this.#counter += 1;
    const sealed = await crypto.subtle.encrypt(cipherOf(header), this.#key, plain);
    return concat(header, new Uint8Array(sealed));
  }
}

/** Opens what the other side sealed. After a problem no further message can be trusted. */
export class Opener {
  #secret: DirectionSecret;
  #key: CryptoKey | null = null;
  #epoch = 0;
  #counter = 0;

  constructor(secret: DirectionSecret) {
    this.#secret = secret;
  }

  /** One message at a time: the next only after this has been opened. */
  async open(message: Bytes): Promise<Bytes> {
    const { epoch, counter } = readHeader(message);
    const isNextEpoch = epoch === this.#epoch + 1 && counter === 0;
    if (!isNextEpoch && (epoch !== this.#epoch || counter !== this.#counter)) throw broken();
    const secret = isNextEpoch ? await this.#secret.next() : this.#secret;
    const key = isNextEpoch || !this.#key ? await secret.key() : this.#key;
    const plain = await openWith(key, message);
    // Only now: a forged message must not change the keys.
    this.#secret = secret;
    this.#key = key;
    this.#epoch = epoch;
    this.#counter = counter + 1;
    return plain;
  }
}

async function openWith(key: CryptoKey, message: Bytes): Promise<Bytes> {
  const cipher = cipherOf(message.slice(0, HEADER_BYTES));
  try {
    const plain = await crypto.subtle.decrypt(cipher, key, message.subarray(HEADER_BYTES));
    return new Uint8Array(plain);
  } catch {
    throw broken();
  }
}

function headerOf(epoch: number, counter: number): Bytes {
  const header = new Uint8Array(HEADER_BYTES);
  header[0] = SEALED;
  new DataView(header.buffer).setUint32(1, epoch);
  writeNumber(header, 5, counter);
  return header;
}

function readHeader(message: Bytes): { epoch: number; counter: number } {
  if (message.length < HEADER_BYTES + TAG_BYTES || message[0] !== SEALED) throw broken();
  const epoch = new DataView(message.buffer, message.byteOffset).getUint32(1);
  const counter = readNumber(message, 5);
  if (counter === null) throw broken();
  return { epoch, counter };
}

/** The header is not encrypted, but it cannot be changed; after its first byte it is also the nonce. */
const cipherOf = (header: Bytes) => ({
  name: "AES-GCM",
  iv: header.slice(1),
  additionalData: header,
});

const broken = () => new PipeProblem("broken_seal", words.brokenSeal);
