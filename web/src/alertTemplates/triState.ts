/** A setting that is on, off, or left to the agent, check or task. */

export const TRI_STATES = ["on", "off", "object"] as const;

export type TriState = (typeof TRI_STATES)[number];

/** From the API: true, false or null. */
export function triStateOf(value: boolean | null | undefined): TriState {
  if (value === null || value === undefined) return "object";
  return value ? "on" : "off";
}

/** To the API. */
export function flagOf(state: TriState): boolean | null {
  return state === "object" ? null : state === "on";
}
