import { texts } from "../../texts/texts";

export const conflicts = texts({
  title: "Someone else saved first",
  changed: (who: string, when: string) =>
    `${who} changed this ${when}, after you opened it. Your changes are not saved yet.`,
  differs: "What differs",
  field: "Field",
  theirs: "Saved now",
  mine: "Your version",
  same: "Your version is the same as what is saved now.",
  overwrite: "Overwrite",
  keep: "Keep editing",
});
