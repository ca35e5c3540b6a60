/** The first two messages of a pipe: a key exchange, signed by the agent. */
import { remote as words } from "../messages";
import { type Bytes, concat, hashOf, utf8 } from "./bytes";
import { type PipeKeys, pipeKeys } from "./keys";
import { PipeProblem } from "./problem";

const VERSION = 1;
const HELLO = 1;
const ANSWER = 2;
const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
const HEADER_BYTES = 2;

/** A key pair for one connection; the private half never leaves the browser's own keeping. */
export interface ViewerKeys {
  privateKey: CryptoKey;
  publicKey: Bytes;
}

/** What both sides know before they talk. */
export interface Invitation {
  session: string;
  viewer: string;
  /** The text that the server signed. */
  grant: string;
}

/** Rejects in a browser that is too old for these keys. */
export async function newKeys(): Promise<ViewerKeys> {
  const pair = await crypto.subtle.generateKey({ name: "X25519" }, false, ["deriveBits"]);
  const publicKey = await crypto.subtle.exportKey("raw", pair.publicKey);
  return { privateKey: pair.privateKey, publicKey: new Uint8Array(publicKey) };
}

/** The first message. */
export function helloWith(publicKey: Bytes): Bytes {
  return concat(Uint8Array.of(HELLO, VERSION), publicKey);
}

/** Everything both sides must agree on, in one hash: who talks about what, by which permission, with which keys. */
export async function transcriptOf(
  { session, viewer, grant }: Invitation,
  viewerKey: Bytes,
  agentKey: Bytes,
): Promise<Bytes> {
  const permission = await hashOf(utf8(grant));
  const names = utf8(`muster remote 1\n${session}\n${viewer}\n`);
  return hashOf(concat(names, permission, viewerKey, agentKey));
}

/** What both keys have in common. */
export async function sharedSecret(privateKey: CryptoKey, otherKey: Bytes): Promise<Bytes> {
  const other = await crypto.subtle.importKey("raw", otherKey, "X25519", false, []);
  const how = { name: "X25519", public: other };
  const shared = new Uint8Array(await crypto.subtle.deriveBits(how, privateKey, 256));
  // Some keys lead to nothing, whatever the other side has: they are not honest.
  if (shared.every((byte) => byte === 0)) throw notProven();
  return shared;
}

/** Reads the agent's answer, which must be signed with the agent's Ed25519 key. */
export async function finishHandshake(
  invitation: Invitation,
  keys: ViewerKeys,
  signingKey: Bytes,
  answer: Bytes,
): Promise<PipeKeys> {
  const isReadable =
    answer.length === HEADER_BYTES + KEY_BYTES + SIGNATURE_BYTES &&
    answer[0] === ANSWER &&
    answer[1] === VERSION;
  if (!isReadable) throw new PipeProblem("other_version", words.otherVersion, true);
  const agentKey = answer.slice(HEADER_BYTES, HEADER_BYTES + KEY_BYTES);
  const signature = answer.slice(HEADER_BYTES + KEY_BYTES);
  const transcript = await transcriptOf(invitation, keys.publicKey, agentKey);
  const key = await crypto.subtle.importKey("raw", signingKey, "Ed25519", false, ["verify"]);
  const signed = concat(utf8("muster remote handshake 1: "), transcript);
  const isGenuine = await crypto.subtle.verify("Ed25519", key, signature, signed);
  if (!isGenuine) throw notProven();
  return pipeKeys(await sharedSecret(keys.privateKey, agentKey), transcript);
}

const notProven = () => new PipeProblem("bad_signature", words.notProven, true);
