import { count, locale, texts } from "../texts/texts";
import type { Weekday } from "./days";
import type { TargetType } from "./targets";

export const windows = texts({
  title: "Maintenance",
  about: "Times when nobody is notified. Alerts that open then are kept as suppressed.",
  add: "Add a window",
  addFor: (name: string) => `Maintenance window for ${name}`,
  edit: (name: string) => `Edit ${name}`,
  list: "All windows",
  none: "No maintenance windows yet",
  noneHint: "Plan one for updates or for work on a network, once or repeated.",
  name: "Name",
  reason: "Reason",
  reasonHint: "Shown to everybody who looks at an agent during the window.",
  enabled: "Enabled",
  enabledOf: (name: string) => `${name} is enabled`,
  enabledHint: "A window that is not enabled never opens.",
  target: "For",
  when: "When",
  next: "Next change",
  opens: "Opens",
  closes: "Closes",
  state: "State",
  isOpen: "Open now",
  notOpen: "Closed",
  isPast: "Ended",
  onceAt: (time: string) => `Once, on ${time}`,
  madeBy: "Added by",
  isOff: "Not enabled",

  saved: (name: string) => `${name} was saved.`,
  created: (name: string) => `${name} was added.`,
  remove: "Delete window",
  removeText: "If it is open, it ends at once.",
  removed: (name: string) => `${name} was deleted.`,
  targetTypes: {
    agent: "Agent",
    site: "Site",
    client: "Client",
    policy: "Policy",
    view: "Saved view",
  } satisfies Record<TargetType, string>,
  targetHints: {
    agent: "",
    site: "All agents of the site.",
    client: "All agents of the client.",
    policy: "All agents that the policy reaches.",
    view: "All agents that the view shows, as they come and go.",
  } satisfies Record<TargetType, string>,
  general: "What and why",
  times: "When",
  start: "First start",
  startHint: "On the clocks of the time zone.",
  zone: "Time zone",
  length: "Length",
  days: "Days",
  hours: "Hours",
  minutes: "Minutes",
  lengthNeeded: "Must be a minute to 31 days.",
  nameNeeded: "Needs a name.",
  targetNeeded: "Choose what it is for.",
  startNeeded: "Choose a time.",
});

export const repeats = texts({
  label: "Repetition",
  modes: {
    none: "Once",
    daily: "Daily",
    weekly: "Weekly",
    monthlyDay: "Monthly, on a day",
    monthlyWeekday: "Monthly, on a weekday",
    raw: "Rule (for experts)",
  },
  every: {
    daily: "Every … days",
    weekly: "Every … weeks",
    monthlyDay: "Every … months",
    monthlyWeekday: "Every … months",
  },
  weekdays: "Days",
  monthDay: "Day of the month",
  lastDay: "Last day",
  nth: "Which",
  nthDay: "Weekday",
  ordinals: { "1": "First", "2": "Second", "3": "Third", "4": "Fourth", "-1": "Last" } as Record<
    string,
    string
  >,
  ends: "Ends",
  endings: { never: "Never", until: "On a day", count: "After a number" },
  until: "Last day",
  count: "Number of times",
  raw: "Rule of RFC 5545",
  rawHint: "Such as FREQ=MONTHLY;BYDAY=2TU",
  preview: "Next times",
  previewNone: "It never opens again.",
  previewWrong: "This rule cannot be read.",
  inZone: (zone: string) => `In ${zone}`,
  yours: "Your time",
  needDays: "Choose a day.",
  needUntil: "Choose the last day.",
  needRule: "Write a rule.",
});

const ordinals = new Intl.PluralRules("en", { type: "ordinal" });
const ENDINGS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "st", two: "nd", few: "rd" };

/** "21st". */
const numbered = (place: number) => `${place}${ENDINGS[ordinals.select(place)] ?? "th"}`;

export const phrases = texts({
  once: "Once",
  everyDay: "Every day",
  everyDays: (days: number) => `Every ${days} days`,
  weekly: (days: string) => `Every ${days}`,
  everyWeeks: (weeks: number, days: string) => `Every ${weeks} weeks on ${days}`,
  monthly: (days: string) => `Every month on ${days}`,
  everyMonths: (months: number, days: string) => `Every ${months} months on ${days}`,
  yearly: (days: string) => `Every year on ${days}`,
  everyYears: (years: number, days: string) => `Every ${years} years on ${days}`,
  inMonths: (days: string, months: string) => `${days} in ${months}`,
  everyDayOf: "every day",
  weekdays: "weekday",
  dayOfMonth: (day: number) => `day ${day}`,
  lastDay: "the last day",
  fromEnd: (day: number) => `day ${day} from the end`,
  nth: (place: string, day: string) => `the ${place} ${day}`,
  ordinal: (nth: number) => {
    const names: Record<number, string> = { 1: "first", 2: "second", 3: "third", 4: "fourth" };
    if (nth === -1) return "last";
    const place = names[Math.abs(nth)] ?? numbered(Math.abs(nth));
    return nth < 0 ? `${place} to last` : place;
  },
  at: (rule: string, time: string) => `${rule} at ${time}`,
  times: (rule: string, times: number) => `${rule}, ${count(times, "time")}`,
  until: (rule: string, day: string) => `${rule}, until ${day}`,
  unknown: (rule: string) => `By the rule ${rule}`,
});

export const calendar = texts({
  label: "Calendar of maintenance windows",
  month: "Month",
  week: "Week",
  listView: "List",
  view: "View",
  previous: { month: "Previous month", week: "Previous week", list: "Previous month" },
  next: { month: "Next month", week: "Next week", list: "Next month" },
  today: "Today",
  isToday: "today",
  keys: "Arrow keys move by a day and a week, Page Up and Page Down by a month. Enter opens the first window of a day, N adds one.",
  nothing: "No window in this time",
  nothingHint: "Windows of other times are in the list of all windows.",
  windowsOn: (windows: number) => count(windows, "window"),
  noWindows: "no window",
  more: (windows: number) => `${windows} more`,
  allDay: "all day",
  from: (time: string) => `from ${time}`,
  to: (time: string) => `until ${time}`,
  zone: (zone: string) => `Times are those of ${zone}.`,
});

export const notice = texts({
  title: "In maintenance",
  text: "Nobody is notified of what happens on this agent.",
  until: "until",
  by: (name: string) => `by ${name}`,
  menu: "Maintenance window",
});

const weekdayNames = (weekday: "long" | "short") => {
  const format = new Intl.DateTimeFormat(locale, { weekday, timeZone: "UTC" });
  // The first of January 2024 was a Monday.
  return (place: number) => format.format(Date.UTC(2024, 0, 1 + place));
};

const PLACES: Record<Weekday, number> = { MO: 0, TU: 1, WE: 2, TH: 3, FR: 4, SA: 5, SU: 6 };

const longName = weekdayNames("long");
const shortName = weekdayNames("short");

export const weekdayLong = (day: Weekday) => longName(PLACES[day]);
export const weekdayShort = (day: Weekday) => shortName(PLACES[day]);

const monthFormat = new Intl.DateTimeFormat(locale, { month: "long", timeZone: "UTC" });

export const monthName = (month: number) => monthFormat.format(Date.UTC(2024, month - 1, 1));
