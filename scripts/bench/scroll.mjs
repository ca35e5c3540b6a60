// Prints text without end, two lines for each frame that a viewer may have: what scrolls on a
// screen that is measured. Each line is as wide as the terminal.

import { readFileSync } from "node:fs";

const LINES_PER_SECOND = 60;
const columns = process.stdout.columns ?? 80;

/** Real words: what is printed can be compressed as well as any text, and no better. */
const words = readFileSync(new URL("../../ARCHITECTURE.md", import.meta.url), "utf8")
  .replace(/[^\x20-\x7e]+/g, " ")
  .split(/\s+/);
let next = 0;

function line(number) {
  let text = `${number}`;
  // The last column stays free, so that no terminal goes on in a line of its own.
  for (;;) {
    const word = words[next % words.length];
    if (text.length + 1 + word.length >= columns) return text;
    text += ` ${word}`;
    next += 1;
  }
}

const began = performance.now();
let printed = 0;
setInterval(() => {
  const due = Math.floor(((performance.now() - began) / 1000) * LINES_PER_SECOND);
  let text = "";
  while (printed < due) text += `${line(++printed)}\r\n`;
  process.stdout.write(text);
}, 1000 / LINES_PER_SECOND);
