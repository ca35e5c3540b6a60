/** What kind of session it is. */

export type Kind = "terminal" | "files" | "screen" | "tunnel";

/** What a browser can open, in the order of the menu. */
export const OFFERED: Kind[] = ["terminal", "files", "screen", "tunnel"];

/** The kind with a name; nothing for one that only a newer server has. */
export function kindOf(name: string): Kind | undefined {
  return OFFERED.find((kind) => kind === name);
}
