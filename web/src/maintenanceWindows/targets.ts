/** What a window can silence. */

export const TARGET_TYPES = ["agent", "site", "client", "policy", "view"] as const;

export type TargetType = (typeof TARGET_TYPES)[number];

export interface Target {
  type: TargetType;
  /** Key of it, or the identifier of an agent. */
  id: string;
  /** What it is called. */
  name: string;
}
