/** The conversation that the agent's side reproduces as well, byte by byte. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { type Bytes, concat, fromHex, toHex, utf8 } from "./bytes";
import { decodeFrame, encodeFrame } from "./frame";
import {
  finishHandshake,
  helloWith,
  newKeys,
  sharedSecret,
  transcriptOf,
  type ViewerKeys,
} from "./handshake";
import { pipeKeys } from "./keys";
import { Opener, Sealer } from "./sealed";

interface Golden {
  session: string;
  viewer: string;
  grant: string;
  viewer_private: string;
  viewer_public: string;
  agent_private: string;
  agent_public: string;
  shared: string;
  transcript: string;
  viewer_to_agent: string[];
  agent_to_viewer: string[];
  sealed: {
    direction: "viewer_to_agent" | "agent_to_viewer";
    epoch: number;
    counter: number;
    plain: string;
    message: string;
  }[];
  frames: { hex: string; frame: Record<string, unknown> }[];
}

const path = resolve(import.meta.dirname, "../../../../remote/golden/pipe.json");
const golden = JSON.parse(readFileSync(path, "utf8")) as Golden;
const DIRECTIONS = ["viewer_to_agent", "agent_to_viewer"] as const;

/** What comes before the 32 bytes of an X25519 key in PKCS #8. */
const PRIVATE_PREFIX = fromHex("302e020100300506032b656e04220420");

const privateKey = (hex: string): Promise<CryptoKey> => {
  const document = concat(PRIVATE_PREFIX, fromHex(hex));
  return crypto.subtle.importKey("pkcs8", document, "X25519", false, ["deriveBits"]);
};

const secretsOf = async (direction: (typeof DIRECTIONS)[number]) => {
  const keys = await pipeKeys(fromHex(golden.shared), fromHex(golden.transcript));
  return direction === "viewer_to_agent" ? keys.toAgent : keys.toViewer;
};

const sealedTo = (direction: string) =>
  golden.sealed.filter((message) => message.direction === direction);

test("both private keys lead to the same secret", async () => {
  const ours = await privateKey(golden.viewer_private);
  const theirs = await privateKey(golden.agent_private);
  expect(toHex(await sharedSecret(ours, fromHex(golden.agent_public)))).toBe(golden.shared);
  expect(toHex(await sharedSecret(theirs, fromHex(golden.viewer_public)))).toBe(golden.shared);
});

test("the transcript is about session, viewer, grant and both keys", async () => {
  const keys = [fromHex(golden.viewer_public), fromHex(golden.agent_public)] as const;
  expect(toHex(await transcriptOf(golden, ...keys))).toBe(golden.transcript);
  const other = await transcriptOf({ ...golden, grant: `${golden.grant} ` }, ...keys);
  expect(toHex(other)).not.toBe(golden.transcript);
});

test("the keys of each epoch are the same", async () => {
  for (const direction of DIRECTIONS) {
    let secret = await secretsOf(direction);
    for (const key of golden[direction]) {
      expect(toHex(await secret.keyBytes())).toBe(key);
      secret = await secret.next();
    }
  }
});

test("every message is opened", async () => {
  for (const direction of DIRECTIONS) {
    const opener = new Opener(await secretsOf(direction));
    for (const { plain, message } of sealedTo(direction)) {
      expect(toHex(await opener.open(fromHex(message)))).toBe(plain);
    }
  }
});

test("the same messages are sealed, with a new key at the same moments", async () => {
  for (const direction of DIRECTIONS) {
    let now = 0;
    const sealer = new Sealer(await secretsOf(direction), { now: () => now });
    for (const { epoch, plain, message } of sealedTo(direction)) {
      now = epoch * 3_600_000;
      expect(toHex(await sealer.seal(fromHex(plain)))).toBe(message);
    }
  }
});

test("frames are read and written", () => {
  for (const { hex, frame } of golden.frames) {
    const read = decodeFrame(fromHex(hex));
    const shown = "bytes" in read ? { ...read, bytes: toHex(read.bytes) } : read;
    expect(shown).toEqual(frame);
    expect(toHex(encodeFrame(read))).toBe(hex);
  }
});

/** An agent's answer, signed as agents do. */
async function answered(keys: ViewerKeys, signed = golden) {
  const identity = await crypto.subtle.generateKey({ name: "Ed25519" }, true, ["sign", "verify"]);
  const signingKey = new Uint8Array(await crypto.subtle.exportKey("raw", identity.publicKey));
  const agentKey = fromHex(golden.agent_public);
  const transcript = await transcriptOf(signed, keys.publicKey, agentKey);
  const text = concat(utf8("muster remote handshake 1: "), transcript);
  const signature = await crypto.subtle.sign("Ed25519", identity.privateKey, text);
  const answer = concat(Uint8Array.of(2, 1), agentKey, new Uint8Array(signature));
  return { answer, signingKey };
}

test("the agent's answer begins a pipe", async () => {
  const keys = {
    privateKey: await privateKey(golden.viewer_private),
    publicKey: fromHex(golden.viewer_public),
  };
  expect(toHex(helloWith(keys.publicKey))).toBe(`0101${golden.viewer_public}`);
  const { answer, signingKey } = await answered(keys);
  const { toAgent, toViewer } = await finishHandshake(golden, keys, signingKey, answer);
  expect(toHex(await toAgent.keyBytes())).toBe(golden.viewer_to_agent[0]);
  expect(toHex(await toViewer.keyBytes())).toBe(golden.agent_to_viewer[0]);
});

test("an answer of anybody else, about anything else or of another version begins none", async () => {
  const keys = await newKeys();
  const { answer, signingKey } = await answered(keys);
  const refusal = (other: Bytes, key = signingKey) =>
    finishHandshake(golden, keys, key, other).then(
      () => "accepted",
      ({ code, isFinal }: { code: string; isFinal: boolean }) => `${code} ${isFinal}`,
    );
  const { signingKey: stranger } = await answered(keys);
  expect(await refusal(answer, stranger)).toBe("bad_signature true");
  const elsewhere = await answered(keys, { ...golden, session: "another" });
  expect(await refusal(elsewhere.answer, elsewhere.signingKey)).toBe("bad_signature true");
  const changed = answer.slice();
  changed[10] = (changed[10] ?? 0) ^ 1;
  expect(await refusal(changed)).toBe("bad_signature true");
  expect(await refusal(answer.slice(0, -1))).toBe("other_version true");
  expect(await refusal(concat(Uint8Array.of(2, 2), answer.slice(2)))).toBe("other_version true");
});
