/** The keys of a pipe: one secret for each direction, and from it a key for each epoch. */
import { type Bytes, utf8 } from "./bytes";

const NO_SALT: Bytes = new Uint8Array(0);
const KEY_BITS = 256;

/** HKDF-SHA-256 for one key. */
async function derive(secret: Bytes, salt: Bytes, info: string): Promise<Bytes> {
  const key = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
  const how = { name: "HKDF", hash: "SHA-256", salt, info: utf8(info) };
  return new Uint8Array(await crypto.subtle.deriveBits(how, key, KEY_BITS));
}

/** The secret of one direction. Each epoch has its own, and it does not lead back to the one before. */
export class DirectionSecret {
  #bytes: Bytes;

  constructor(bytes: Bytes) {
    this.#bytes = bytes;
  }

  keyBytes(): Promise<Bytes> {
    return derive(this.#bytes, NO_SALT, "key");
  }

  /** The key of this epoch. */
  async key(): Promise<CryptoKey> {
    const bytes = await this.keyBytes();
    return crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
  }

  /** The secret of the next epoch. */
  async next(): Promise<DirectionSecret> {
    return new DirectionSecret(await derive(this.#bytes, NO_SALT, "next"));
  }
}

export interface PipeKeys {
  toAgent: DirectionSecret;
  toViewer: DirectionSecret;
}

/** Both directions, from what the key exchange gave and what was said in the handshake. */
export async function pipeKeys(shared: Bytes, transcript: Bytes): Promise<PipeKeys> {
  const [toAgent, toViewer] = await Promise.all([
    derive(shared, transcript, "viewer to agent"),
    derive(shared, transcript, "agent to viewer"),
  ]);
  return { toAgent: new DirectionSecret(toAgent), toViewer: new DirectionSecret(toViewer) };
}
