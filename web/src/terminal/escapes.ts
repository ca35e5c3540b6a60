/**
 * Reads escape sequences character by character, so that one may come in
 * pieces. Whatever is not finished properly ends at the next line at the latest:
 * broken or hostile output hides no more than that.
 */

/** A control sequence: `ESC [ params final`. */
export interface Control {
  final: string;
  params: string;
}

/** `more` of it comes, it is at its `end`, or the character belongs to the text `again`. */
type Taken = Control | "more" | "end" | "again";

type State = "text" | "escape" | "intermediate" | "control" | "string" | "stringEscape";

/** No sequence that means something here is longer. */
const LONGEST = 128;

const ESCAPE = 0x1b;
const BELL = 0x07;
const END_OF_STRING = 0x9c;
/** Line feed, cancel, substitute: they end any sequence. */
const ENDING = new Set([0x0a, 0x18, 0x1a]);
/** `P X ] ^ _` after an escape, and their one-character forms: a text for the terminal follows. */
const STRINGS = new Set([0x50, 0x58, 0x5d, 0x5e, 0x5f]);
const SHORT_STRINGS = new Set([0x90, 0x98, 0x9d, 0x9e, 0x9f]);

export class EscapeReader {
  #state: State = "text";
  #params = "";

  get isInside(): boolean {
    return this.#state !== "text";
  }

  /** Whether this character begins a sequence. */
  begins(code: number): boolean {
    if (code === ESCAPE) this.#state = "escape";
    else if (code === 0x9b) this.#beginControl();
    else if (SHORT_STRINGS.has(code)) this.#state = "string";
    return this.isInside;
  }

  take(code: number): Taken {
    switch (this.#state) {
      case "escape":
        return this.#afterEscape(code);
      case "intermediate":
        return code >= 0x20 && code < 0x30 ? "more" : this.#finish(code);
      case "control":
        return this.#inControl(code);
      case "stringEscape":
        // Only `ESC \` ends a string; any other escape begins something new.
        return code === 0x5c ? this.#leave("end") : this.#afterEscape(code);
      default:
        return this.#inString(code);
    }
  }

  #afterEscape(code: number): Taken {
    if (code === ESCAPE) return this.#go("escape");
    if (code === 0x5b) return this.#beginControl();
    if (STRINGS.has(code)) return this.#go("string");
    if (code >= 0x20 && code < 0x30) return this.#go("intermediate");
    return this.#finish(code);
  }

  #inControl(code: number): Taken {
    if (code >= 0x20 && code < 0x40) {
      if (this.#params.length <= LONGEST) this.#params += String.fromCharCode(code);
      return "more";
    }
    if (code === ESCAPE) return this.#go("escape");
    if (code < 0x40 || code > 0x7e) return this.#leave("again");
    this.#state = "text";
    // One that is too long is read to its end, and means nothing.
    if (this.#params.length > LONGEST) return "end";
    return { final: String.fromCharCode(code), params: this.#params };
  }

  #inString(code: number): Taken {
    if (code === BELL || code === END_OF_STRING) return this.#leave("end");
    if (code === ESCAPE) return this.#go("stringEscape");
    return ENDING.has(code) ? this.#leave("again") : "more";
  }

  /** The last character of a short sequence, unless it is none. */
  #finish(code: number): Taken {
    return this.#leave(code >= 0x30 && code <= 0x7e ? "end" : "again");
  }

  #beginControl(): "more" {
    this.#params = "";
    return this.#go("control");
  }

  #go(state: State): "more" {
    this.#state = state;
    return "more";
  }

  #leave(taken: "end" | "again"): "end" | "again" {
    this.#state = "text";
    return taken;
  }
}
