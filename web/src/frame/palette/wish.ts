/** What somebody wants to open on which computer, out of the words they type: pure functions. */
import { type Kind, OFFERED } from "../../remote/kind";
import { remote } from "../../remote/messages";

export interface Wish {
  /** Nothing: they did not say what to open. */
  kind: Kind | undefined;
  /** The words for the computer, in lower case. */
  search: string;
}

/** Fewer letters begin too many names of computers. */
const SHORTEST = 3;

/** "open a terminal on web-01" is what "term web-01" is. */
const FILLERS = new Set(["open", "show", "connect", "a", "the", "on", "of", "to", "by"]);

export function parseWish(words: string): Wish {
  const all = words.toLowerCase().split(/\s+/).filter(Boolean);
  const kind = OFFERED.find((one) => all.some((word) => isShortFor(word, one)));
  if (!kind) return { kind, search: all.join(" ") };
  const others = all.filter((word) => !isShortFor(word, kind) && !FILLERS.has(word));
  return { kind, search: others.join(" ") };
}

const isShortFor = (word: string, kind: Kind) =>
  word.length >= SHORTEST && remote.offers[kind].toLowerCase().startsWith(word);
