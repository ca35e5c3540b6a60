/** What an authenticator app does: a code from the secret and the time (RFC 6238). */
import { createHmac } from "node:crypto";

const STEP_SECONDS = 30;

/** The code for a secret in base 32, so many steps from now. */
export function totp(secret: string, stepsFromNow = 0): string {
  const step = Math.floor(Date.now() / 1000 / STEP_SECONDS) + stepsFromNow;
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", fromBase32(secret)).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 15;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, "0");
}

function fromBase32(text: string): Buffer {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...text.toUpperCase().replace(/[^A-Z2-7]/g, "")]
    .map((letter) => letters.indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
