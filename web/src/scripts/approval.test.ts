import { expect, test } from "vitest";
import { settingChanges } from "./approval";

const content = { shell: "shell", run_as_user: true };

test("a change of the shell or the user is shown beside that of the code", () => {
  expect(settingChanges(content, { shell: "python", run_as_user: false })).toEqual([
    { key: "Shell", before: "Shell", after: "Python" },
    { key: "Always run as the logged-in user", before: "yes", after: "no" },
  ]);
  expect(settingChanges(content, content)).toEqual([]);
});

test("of a script that was never approved everything is new", () => {
  expect(settingChanges(null, content)).toEqual([
    { key: "Shell", before: null, after: "Shell" },
    { key: "Always run as the logged-in user", before: null, after: "yes" },
  ]);
});
