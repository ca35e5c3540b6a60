/** Which state a form was filled from. */
import { useRef } from "react";

interface Stamped {
  /** Missing when nothing was ever stored. */
  modified_time?: string | null | undefined;
}

/**
 * The time of the state that the form shows: while nobody has typed it follows
 * what is stored, as the form does; from the first letter on it stays.
 */
export function useSeen(stored: Stamped | undefined, dirty: boolean) {
  const time = useRef(stored?.modified_time);
  if (!dirty) time.current = stored?.modified_time;
  return time;
}
