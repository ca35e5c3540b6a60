/** How large the dock may be. */

const SMALLEST = 140;
/** So much of the page stays to be seen. */
const REST = 120;
/** What an arrow adds or takes, in pixels. */
export const STEP = 24;

export function withinWindow(wanted: number, all: number): number {
  return Math.round(Math.max(SMALLEST, Math.min(wanted, all - REST)));
}
