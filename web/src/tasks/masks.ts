/** Bit masks of schedules as lists of what is chosen, and back. */

/** The positions of the bits that are set, from 0, as the values of choices. */
export function chosenOf(mask: number | null | undefined): string[] {
  const chosen: string[] = [];
  // No shifts: the last day of a month is bit 31, the sign of a 32-bit number.
  for (let place = 0, rest = mask ?? 0; rest >= 1; place += 1, rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) chosen.push(String(place));
  }
  return chosen;
}

/** Null for nothing: the server refuses an empty mask, and says which field. */
export function maskOf(chosen: string[]): number | null {
  if (chosen.length === 0) return null;
  return [...new Set(chosen)].reduce((sum, place) => sum + 2 ** Number(place), 0);
}

/** A mask with this many bits set. */
export function everyOf(length: number): string[] {
  return Array.from({ length }, (_, place) => String(place));
}
