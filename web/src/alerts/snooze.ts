/** Until when an alert is snoozed. */

export type SnoozeChoice = "hour" | "hours" | "tomorrow" | "lifted";

/** In the order of the menu; "until a date" asks for one. */
export const SNOOZES: readonly SnoozeChoice[] = ["hour", "hours", "tomorrow", "lifted"];

const HOUR = 3_600_000;

/** When people start to work, by the clock of the viewer. */
const MORNING = 8;

/** The end of a snooze; nothing for one that somebody has to lift. */
export function snoozeEnd(choice: SnoozeChoice, now: Date): Date | null {
  switch (choice) {
    case "hour":
      return new Date(now.getTime() + HOUR);
    case "hours":
      return new Date(now.getTime() + 4 * HOUR);
    case "tomorrow":
      return morningAfter(now);
    case "lifted":
      return null;
  }
}

/** Eight o'clock of the next day, also where a clock change makes it 23 or 25 hours long. */
export function morningAfter(now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, MORNING);
}

const twoDigits = (value: number) => String(value).padStart(2, "0");

/** As an input of type `datetime-local` has it, by the clock of the viewer. */
export function localInput(time: Date): string {
  const date = [time.getFullYear(), twoDigits(time.getMonth() + 1), twoDigits(time.getDate())];
  return `${date.join("-")}T${twoDigits(time.getHours())}:${twoDigits(time.getMinutes())}`;
}

/** The moment that somebody chose; nothing when it is no time or not in the future. */
export function chosenEnd(input: string, now: Date): Date | null {
  const time = new Date(input);
  return time.getTime() > now.getTime() ? time : null;
}
