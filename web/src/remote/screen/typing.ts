/**
 * What a keyboard of glass, or a method that composes characters, wrote into
 * the field that has the focus: pure. Such keyboards say no more than that.
 */
import type { Input } from "./wire";

/** What is always in the field, so that there is something to erase. */
export const FILLER = " ".repeat(32);

/** How the field changed: so many characters erased at its end, then this written. */
export function changeOf(before: string, after: string): { erased: number; written: string } {
  const [old, now] = [[...before], [...after]];
  const differs = old.findIndex((character, index) => character !== now[index]);
  const same = differs < 0 ? Math.min(old.length, now.length) : differs;
  return { erased: old.length - same, written: now.slice(same).join("") };
}

/** The messages that do the same on the computer. */
export function typed(before: string, after: string): Input[] {
  const { erased, written } = changeOf(before, after);
  const back = Array.from(
    { length: Math.min(erased, FILLER.length) },
    (): Input => ({ type: "combination", codes: ["Backspace"] }),
  );
  // Keyboards write a line break where others have a key.
  const parts = written.split(/(\n)/).filter((part) => part !== "");
  const texts = parts.map(
    (text): Input =>
      text === "\n" ? { type: "combination", codes: ["Enter"] } : { type: "text", text },
  );
  return [...back, ...texts];
}
