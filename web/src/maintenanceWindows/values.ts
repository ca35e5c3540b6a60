/** What the form of a window holds, and what it sends. */
import type { Schema } from "../api/client";
import { repeats, windows as words } from "./messages";
import { type Repeat, repeatOf, ruleOf } from "./repeat";
import type { Target, TargetType } from "./targets";

export type MaintenanceWindow = Schema<"MaintenanceWindow">;
export type WindowBody = Schema<"CreateMaintenanceWindow">;

export interface WindowValues {
  name: string;
  reason: string;
  enabled: boolean;
  target_type: TargetType;
  /** Key of the target, or the identifier of an agent. */
  target: string | null;
  /** As a `datetime-local` input has it: `2026-01-31T22:00`. */
  start: string;
  time_zone: string;
  days: number | string;
  hours: number | string;
  minutes: number | string;
  repeat: Repeat;
}

/** 31 days. */
const MOST_MINUTES = 44_640;

export interface NewWindow {
  /** Where the wall clock is that people look at. */
  zone: string;
  start: string;
  target?: Pick<Target, "type" | "id"> | undefined;
}

export function newValues({ zone, start, target }: NewWindow): WindowValues {
  return {
    name: "",
    reason: "",
    enabled: true,
    target_type: target?.type ?? "agent",
    target: target?.id ?? null,
    start,
    time_zone: zone,
    days: 0,
    hours: 2,
    minutes: 0,
    repeat: repeatOf("", start),
  };
}

export function valuesOf(stored: MaintenanceWindow): WindowValues {
  const start = stored.start.slice(0, 16);
  return {
    name: stored.name,
    reason: stored.reason,
    enabled: stored.enabled,
    target_type: stored.target_type as TargetType,
    target: stored.agent_id ?? String(stored.target),
    start,
    time_zone: stored.time_zone,
    days: Math.floor(stored.minutes / 1440),
    hours: Math.floor((stored.minutes % 1440) / 60),
    minutes: stored.minutes % 60,
    repeat: repeatOf(stored.rrule ?? "", start),
  };
}

export const lengthOf = ({ days, hours, minutes }: WindowValues): number =>
  Number(days) * 1440 + Number(hours) * 60 + Number(minutes);

export function bodyOf(values: WindowValues): WindowBody {
  const key = values.target_type === "agent" ? values.target : Number(values.target);
  return {
    name: values.name.trim(),
    reason: values.reason.trim(),
    enabled: values.enabled,
    target_type: values.target_type,
    // `openapi.json` has no "number or text".
    target: key as unknown as Record<string, never>,
    start: values.start,
    time_zone: values.time_zone,
    minutes: lengthOf(values),
    rrule: ruleOf(values.repeat) || null,
  };
}

/** What was changed: others may have changed the rest meanwhile. */
export function changesOf(before: WindowValues, after: WindowValues): Partial<WindowBody> {
  const [old, now] = [bodyOf(before), bodyOf(after)] as Record<string, unknown>[];
  const names = Object.keys(now ?? {}).filter(
    (name) => JSON.stringify(now?.[name]) !== JSON.stringify(old?.[name]),
  );
  // The server reads type and key of a target together.
  if (names.includes("target_type") && !names.includes("target")) names.push("target");
  if (names.includes("target") && !names.includes("target_type")) names.push("target_type");
  return Object.fromEntries(names.map((name) => [name, now?.[name]])) as Partial<WindowBody>;
}

/** What is wrong, by the names of inputs; the server finds the rest. */
export function problemsOf(values: WindowValues): Record<string, string> {
  const found: Record<string, string> = {};
  const length = lengthOf(values);
  const { repeat } = values;
  if (values.name.trim() === "") found.name = words.nameNeeded;
  if (!values.target) found.target = words.targetNeeded;
  if (values.start === "") found.start = words.startNeeded;
  if (!(length >= 1 && length <= MOST_MINUTES)) found.length = words.lengthNeeded;
  if (repeat.mode === "weekly" && repeat.days.length === 0) found["repeat.days"] = repeats.needDays;
  if (repeat.mode === "raw" && repeat.raw.trim() === "") found["repeat.raw"] = repeats.needRule;
  const ends = repeat.mode !== "none" && repeat.mode !== "raw";
  if (ends && repeat.ends === "until" && repeat.until === "") {
    found["repeat.until"] = repeats.needUntil;
  }
  return found;
}

/** The server's names of fields as those of inputs. */
export function inputName(field: string, values: WindowValues): string {
  if (field === "minutes") return "length";
  if (field !== "rrule") return field;
  return values.repeat.mode === "raw" ? "repeat.raw" : "repeat.mode";
}
