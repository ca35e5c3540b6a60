/** Which steps of a self-test are shown, and which matter most. */
import type { Tone } from "../ui/theme";
import type { Report, Step } from "./queries";

export const TONES: Record<Step["status"], Tone> = {
  works: "good",
  failed: "bad",
  timed_out: "bad",
  refused: "warning",
  not_there: "quiet",
  not_tried: "quiet",
  unknown: "quiet",
};

/** What should work on this computer and does not. */
export function isProblem({ status }: Pick<Step, "status">): boolean {
  return status === "failed" || status === "timed_out";
}

/** The steps that a filter and a search leave, in the agent's own order. */
export function shownSteps(steps: Step[], show: string, search: string): Step[] {
  const wanted = search.trim().toLowerCase();
  return steps.filter((step) => {
    if (show === "problems" && !isProblem(step)) return false;
    return `${step.title} ${step.name} ${step.detail}`.toLowerCase().includes(wanted);
  });
}

/** The report as somebody else can read it, and a program too. */
export function reportText(report: Report): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
