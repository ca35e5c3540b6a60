/** A text as an editor has it, and as its file has it: pure functions. */

export interface OpenedText {
  /** With one kind of line ending, as the editor writes them. */
  text: string;
  ending: "\n" | "\r\n";
  /** Lines end in both ways. */
  isMixed: boolean;
  hasMark: boolean;
}

/** What some programs of Windows begin a text with. */
const MARK = "\uFEFF";

export function openedText(content: string): OpenedText {
  const hasMark = content.startsWith(MARK);
  const text = hasMark ? content.slice(1) : content;
  const windows = text.split("\r\n").length - 1;
  const all = text.split("\n").length - 1;
  return {
    text: text.replaceAll("\r\n", "\n"),
    ending: windows * 2 > all ? "\r\n" : "\n",
    isMixed: windows > 0 && windows < all,
    hasMark,
  };
}

/** The same text for its file. */
export function fileText(text: string, { ending, hasMark }: OpenedText): string {
  const lines = ending === "\n" ? text : text.replaceAll("\n", "\r\n");
  return hasMark ? MARK + lines : lines;
}
