/** Whole seconds until a moment, and never below none. */
export function secondsTo(moment: number, now: number): number {
  return Math.max(0, Math.ceil((moment - now) / 1000));
}
