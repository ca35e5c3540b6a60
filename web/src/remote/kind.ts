/** What kind of session it is. */

export type Kind = "terminal" | "files" | "screen" | "tunnel";

const ALL: string[] = ["terminal", "files", "screen", "tunnel"] satisfies Kind[];

/** The kind with a name; nothing for one that only a newer server has. */
export function kindOf(name: string): Kind | undefined {
  return ALL.includes(name) ? (name as Kind) : undefined;
}
