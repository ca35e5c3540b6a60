/** The shells of each platform. */
import type { Agent } from "../agents/queries";

const WINDOWS = [
  { value: "powershell", label: "PowerShell" },
  { value: "cmd", label: "Command prompt" },
  { value: "python", label: "Python" },
];
const UNIX = [
  { value: "bash", label: "Bash" },
  { value: "sh", label: "sh" },
  { value: "python", label: "Python" },
];

export const shellChoices = (platform: string) => (platform === "windows" ? WINDOWS : UNIX);

/** The agent's own choice when commands can use it, else the platform's usual one. */
export function defaultShell(agent: Pick<Agent, "plat" | "default_shell">): string {
  const choices = shellChoices(agent.plat);
  const own = choices.find((choice) => choice.value === agent.default_shell);
  return (own ?? choices[0])?.value ?? "sh";
}
