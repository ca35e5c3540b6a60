/** On which clocks the coming runs are shown. */
import { form as words } from "./messages";
import type { TaskValues } from "./values";

export interface Clock {
  title: string;
  zone: string;
}

/**
 * The task's own zone if it names one, the agent's if it is known, and UTC.
 * A schedule in the agent's time without an agent has only its digits, which
 * the server sends as if they were UTC.
 */
export function clocksOf(
  { run_time_zone, zone_name }: Pick<TaskValues, "run_time_zone" | "zone_name">,
  agentZone: string | null,
): Clock[] {
  if (run_time_zone === "agent" && agentZone === null) {
    return [{ title: words.previewLocal, zone: "UTC" }];
  }
  const clocks: Clock[] = [];
  if (agentZone !== null) {
    clocks.push({ title: words.previewAgent(agentZone), zone: agentZone });
  }
  if (run_time_zone === "named" && zone_name !== agentZone) {
    clocks.push({ title: zone_name, zone: zone_name });
  }
  return [...clocks, { title: words.previewUtc, zone: "UTC" }];
}
