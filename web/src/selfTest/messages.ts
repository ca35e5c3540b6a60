import { count, texts } from "../texts/texts";
import type { Step } from "./queries";

const statuses: Record<Step["status"], string> = {
  works: "Works",
  failed: "Failed",
  timed_out: "Timed out",
  refused: "Refused",
  not_there: "Not there",
  not_tried: "Not tried",
  unknown: "Unknown",
};

export const selfTest = texts({
  title: "Self-test",
  intro: "What can the agent do on this computer?",
  introHint:
    "The agent tries each of its functions, changes nothing, and shows what works, what is refused and why, and what this computer does not have.",
  start: "Start the test",
  again: "Test again",
  running: "The agent is testing itself.",
  runningHint: "This can take two minutes. You can open another tab of this agent meanwhile.",
  offline: "The agent is offline. It can only test itself while it is connected.",
  result: "Result",
  function: "Function",
  time: "Time",
  milliseconds: (value: string) => `${value} ms`,
  statuses,
  all: "All",
  onlyProblems: "Only problems",
  noProblems: "No problems",
  noProblemsHint: "Everything works that should work on this computer.",
  problems: (number: number) => count(number, "problem", "problems"),
  summary: (version: string, account: string) => `Agent ${version}, running as ${account}`,
  limited:
    "The agent does not run with full rights on this computer. Some functions are refused that work for an installed service.",
  copy: "Copy report",
  copied: "Copied",
});
