/** What an alert is called: its message alone often does not say what failed. */

interface Named {
  message: string;
  check_name?: string | null;
  task_name?: string | null;
}

/** "Payment service: connection refused"; the message alone when it has the name already, or there is none. */
export function titleOf({ message, check_name, task_name }: Named): string {
  const name = check_name || task_name;
  return !name || message.includes(name) ? message : `${name}: ${message}`;
}
