/** Three in the morning, when few people work: of the next day by the clock of a time zone. */
export function nextNight(now: Date, timeZone: string): string {
  const tomorrow = new Date(now.getTime() + 24 * 3_600_000);
  return `${dayIn(tomorrow, timeZone)}T03:00`;
}

function dayIn(time: Date, timeZone: string): string {
  const parts = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  try {
    return new Intl.DateTimeFormat("en-CA", { ...parts, timeZone }).format(time);
  } catch {
    // A zone that this browser does not know.
    return new Intl.DateTimeFormat("en-CA", { ...parts, timeZone: "UTC" }).format(time);
  }
}
