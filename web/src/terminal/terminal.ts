/**
 * What a terminal would show of an output: colours, carriage
 * returns and backspaces are applied, every other control is left out. There is
 * no screen: lines only follow each other, and the cursor never moves up.
 */
import { EscapeReader } from "./escapes";
import { append, Line, type Segment } from "./line";
import { restyled, type Style } from "./style";

/** Lines that are drawn together, and never again once they are full. */
const BLOCK = 200;
/** Beyond this many changes of colour the rest is plain: each is an element of the page. */
const MOST_CHANGES = 40_000;

const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const BACKSPACE = 0x08;
const TAB = 0x09;

export class Terminal {
  readonly #escapes = new EscapeReader();
  readonly #full: Segment[][] = [];
  #block: Segment[] = [];
  #lines = 0;
  #line = new Line();
  #style: Style | null = null;
  #changes = 0;
  #held = "";

  /** Adds the next chunk of output; it may begin or end anywhere. */
  write(chunk: string) {
    const text = this.#held + chunk;
    // Half of a character waits for its other half.
    this.#held = /[\uD800-\uDBFF]$/.test(text) ? text.slice(-1) : "";
    this.#draw(this.#held ? text.slice(0, -1) : text);
  }

  #draw(text: string) {
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (!this.#escapes.isInside && !isControl(code)) continue;
      if (at > from) this.#line.put(text.slice(from, at), this.#style);
      from = at + 1;
      if (!this.#escapes.isInside) this.#control(code);
      // A control that breaks a sequence off still does what it does.
      else if (this.#sequence(code) === "again") {
        if (isControl(code)) this.#control(code);
        else from = at;
      }
    }
    if (from < text.length) this.#line.put(text.slice(from), this.#style);
  }

  /** Blocks of lines; all but the last are the same objects each time. */
  blocks(): readonly (readonly Segment[])[] {
    const last = [...this.#block];
    for (const { text, style } of this.#line.segments()) append(last, text, style);
    return last.length > 0 ? [...this.#full, last] : [...this.#full];
  }

  #control(code: number) {
    if (code === LINE_FEED) this.#endLine();
    else if (code === RETURN) this.#line.return();
    else if (code === BACKSPACE) this.#line.back();
    else this.#escapes.begins(code);
  }

  #sequence(code: number) {
    const taken = this.#escapes.take(code);
    if (typeof taken === "string") return taken;
    if (taken.final === "m") this.#restyle(taken.params);
    if (taken.final === "K") this.#line.erase(taken.params);
    return "end";
  }

  #restyle(params: string) {
    this.#changes += 1;
    this.#style = this.#changes > MOST_CHANGES ? null : restyled(this.#style, params);
  }

  #endLine() {
    for (const { text, style } of this.#line.segments()) append(this.#block, text, style);
    append(this.#block, "\n", null);
    this.#line = new Line();
    this.#lines += 1;
    if (this.#lines % BLOCK !== 0) return;
    this.#full.push(this.#block);
    this.#block = [];
  }
}

function isControl(code: number): boolean {
  return (code < 0x20 && code !== TAB) || (code >= 0x7f && code < 0xa0);
}

/** Most texts have none: they need no terminal. */
function hasControls(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== LINE_FEED && isControl(code)) return true;
  }
  return false;
}

/** The same without colours: to copy, to keep, to search. */
export function plainText(text: string): string {
  if (!hasControls(text)) return text;
  const terminal = new Terminal();
  terminal.write(text);
  return terminal
    .blocks()
    .flatMap((block) => block.map((segment) => segment.text))
    .join("");
}

/** The first lines of an output that say something. */
export function firstLines(text: string, most: number): string {
  const lines = plainText(text).split("\n");
  const printed = lines.map((line) => line.trimEnd()).filter((line) => line !== "");
  return printed.slice(0, most).join("\n");
}
