import { count, texts } from "../texts/texts";

export const processes = texts({
  title: "Processes",
  name: "Process",
  pid: "PID",
  cpu: "CPU",
  memory: "Memory",
  user: "User",
  command: "Command line",
  endLabel: (name: string, pid: number) => `End ${name} (${pid})`,
  endTitle: (name: string) => `End ${name}`,
  endText:
    "Asked to end, a process can save its work first, or refuse. Killed, it ends within seconds and loses what is not saved.",
  ask: "Ask it to end",
  asked: (name: string, pid: number) => `${name} (${pid}) was asked to end.`,
  kill: "Kill",
  killed: (name: string, pid: number) => `${name} (${pid}) was killed.`,
  every: "Refresh every",
  seconds: (seconds: string) => `${seconds} s`,
  paused: "paused",
  offline: "The agent is offline. Processes can only be listed while it is connected.",
  totals: (running: number, memory: string) =>
    `${count(running, "process", "processes")}, ${memory}`,
});
