import { count, texts } from "../texts/texts";

export const processes = texts({
  title: "Processes",
  name: "Process",
  pid: "PID",
  cpu: "CPU",
  memory: "Memory",
  user: "User",
  command: "Command line",
  end: "End",
  endLabel: (name: string, pid: number) => `End ${name} (${pid})`,
  endTitle: "End process",
  endText: "The process is ended at once; what it has not saved is lost.",
  every: "Read every",
  seconds: (seconds: string) => `${seconds} s`,
  paused: "paused",
  offline: "The agent is offline: processes can only be seen while it is connected.",
  totals: (running: number, memory: string) =>
    `${count(running, "process", "processes")}, ${memory}`,
});
