/** What somebody typed, so that it can be read: pure. */
import type { Bytes } from "../remote/pipe/bytes";

/** So much of it is shown. */
const MOST = 80;

const NAMES: Record<string, string> = {
  "\r": "⏎",
  "\n": "⏎",
  "\t": "⇥",
  "\u001b": "⎋",
  "\u007f": "⌫",
};

/** Keys may come in the middle of a character, which is then a mark of its own. */
const decoder = new TextDecoder();

/** The end of what was typed, with more of it. */
export function withTyped(before: string, typed: Bytes): string {
  const more = [...decoder.decode(typed)].map(readable).join("");
  return [...(before + more)].slice(-MOST).join("");
}

function readable(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  if (NAMES[letter]) return NAMES[letter];
  return code < 32 ? `^${String.fromCharCode(code + 64)}` : letter;
}
