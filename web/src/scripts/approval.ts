/** What somebody who approves a change has to see. */
import { type Change, difference } from "../ui/difference";
import { ui } from "../ui/messages";
import { shells, scripts as words } from "./messages";

interface Content {
  shell: string;
  run_as_user: boolean;
}

/** What differs beside the code, by the names that people see. */
export function settingChanges(approved: Content | null | undefined, changed: Content): Change[] {
  return difference(approved && named(approved), named(changed));
}

const named = ({ shell, run_as_user }: Content) => ({
  [words.shell]: shells[shell] ?? shell,
  [words.asUser]: run_as_user ? ui.yes : ui.no,
});
