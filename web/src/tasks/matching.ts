/** Tasks by the words of the search: each must be somewhere in what the table shows. */
import type { Task } from "./queries";

export function matching(tasks: Task[], search: string): Task[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return tasks.filter((task) => {
    const actions = task.actions.map((action) => action.name ?? "");
    const text = [task.name, task.schedule, task.policy_name ?? "", ...actions]
      .join(" ")
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
