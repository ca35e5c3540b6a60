/** The clipboard, as far as a terminal has to do with it. */

/** False where the browser does not allow it, as on a page without HTTPS. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** More than this no program copies by itself. */
const LONGEST = 1024 * 1024;

/**
 * What a program on the computer wants in the clipboard (`OSC 52`): the text,
 * or nothing when it asks for what is in it, or says nothing sensible.
 */
export function textToCopy(sequence: string): string | null {
  const content = sequence.slice(sequence.indexOf(";") + 1);
  if (!sequence.includes(";") || content === "?" || content.length > LONGEST) return null;
  try {
    const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes) || null;
  } catch {
    return null;
  }
}
