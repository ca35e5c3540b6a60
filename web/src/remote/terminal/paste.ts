/** What is pasted into a terminal: a shell runs each line of it as soon as it ends. */

/** Everything that a keyboard does not type, but tab and the ends of lines. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/**
 * The text as it is pasted. A copied page may hide control characters, which
 * would end the paste for the shell and run what follows.
 */
export function cleaned(text: string): string {
  return text.replace(CONTROLS, "");
}

/** Its lines; the end of the last one begins no other. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/);
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

/** Whether somebody should look at it first: it would run something at once. */
export function needsQuestion(text: string): boolean {
  return /[\r\n]/.test(text);
}
