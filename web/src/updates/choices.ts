/** What can be decided about an update. */
import { updates as words } from "./messages";

export const DECISIONS = [
  ["approve", words.approve],
  ["ignore", words.ignore],
  ["nothing", words.decideLater],
  ["inherit", words.byPolicy],
] as const;
