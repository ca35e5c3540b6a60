/** Texts on their way: in parts, as a message is smaller than they may be. */
import { utf8 } from "../pipe/bytes";
import { type ClipboardPart, type Input, MAX_CLIPBOARD, MAX_TYPED } from "./wire";

/** Characters of a part. Written as JSON they can be six times as many bytes. */
const PART = 10_000;
/** More is not typed: nobody wants to watch it, and it could not be stopped. */
const LONGEST_TYPED = 4 * MAX_TYPED;

/** Cuts a text so that no character is torn apart; an empty one has one empty part. */
function cut(text: string, length: number): string[] {
  const parts: string[] = [];
  // What is no text, half of a character, is replaced: the agent refuses it.
  let rest = text.toWellFormed();
  while (rest.length > length) {
    const isTorn = /[\ud800-\udbff]/.test(rest.charAt(length - 1));
    const end = isTorn ? length - 1 : length;
    parts.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return [...parts, rest];
}

/** The messages that carry a text into the agent's clipboard; null when it is too long for it. */
export function clipboardMessages(text: string): ClipboardPart[] | null {
  if (text.length > MAX_CLIPBOARD || utf8(text).length > MAX_CLIPBOARD) return null;
  const parts = cut(text, PART);
  return parts.map((part, index) => ({
    type: "clipboard",
    text: part,
    more: index < parts.length - 1,
  }));
}

/** The messages that type a text; null when it is too long to be typed. */
export function typedMessages(text: string): Input[] | null {
  if (text.length > LONGEST_TYPED) return null;
  return cut(text, MAX_TYPED).map((part) => ({ type: "text", text: part }));
}

/** Puts together what the agent sends of its clipboard. */
export class TextParts {
  #text = "";
  #isTooLong = false;

  /** The whole text with its last part; null before, and when it is longer than a clipboard may be. */
  add({ text, more }: ClipboardPart): string | null {
    this.#isTooLong ||= this.#text.length + text.length > MAX_CLIPBOARD;
    this.#text = this.#isTooLong ? "" : this.#text + text;
    if (more) return null;
    const whole = this.#isTooLong ? null : this.#text;
    this.reset();
    return whole;
  }

  reset() {
    this.#text = "";
    this.#isTooLong = false;
  }
}
