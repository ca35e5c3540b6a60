import { expect, test } from "vitest";
import { matching } from "./matching";
import type { Task } from "./queries";

const task = (name: string, policy_name: string | null, action: string) =>
  ({ name, policy_name, schedule: "Every day at 03:00 UTC", actions: [{ name: action }] }) as Task;

const ALL = [task("Clean up", null, "Clear temp"), task("Backup", "Servers", "rsync")];

test("every word must stand in the name, the schedule, the policy or an action", () => {
  const names = (search: string) => matching(ALL, search).map(({ name }) => name);
  expect(names("")).toEqual(["Clean up", "Backup"]);
  expect(names("SERVERS day")).toEqual(["Backup"]);
  expect(names("temp")).toEqual(["Clean up"]);
  expect(names("temp servers")).toEqual([]);
});
