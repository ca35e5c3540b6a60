/** The default time limit of a script in forms. */

const SERVER_DEFAULT = 90;
const LONGEST_RUN = 86_400;

/** A script may leave its time limit to the server (0), or name more than a run may have. */
export function runTimeout(defaultTimeout: number): number {
  return Math.min(defaultTimeout || SERVER_DEFAULT, LONGEST_RUN);
}
