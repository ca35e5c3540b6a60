/** Periods as the form has them: "15m". */

/** What others wrote in capitals or as ISO 8601 ("PT5M") means the same; more than one part stays. */
export function periodOf(text: string | null | undefined): string {
  const small = (text ?? "").toLowerCase();
  const iso = /^p(?:(\d{1,3}d)|t(\d{1,3}[hms]))$/.exec(small);
  return iso ? (iso[1] ?? iso[2] ?? "") : small;
}
