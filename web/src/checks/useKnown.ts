/** What is known of the computer while a check is edited. */
import { useQuery } from "@tanstack/react-query";
import type { Agent } from "../agents/queries";
import { servicesQuery } from "../services/queries";
import { useRights } from "../session/me";
import { historyQuery, newestQuery } from "./queries";
import type { Known } from "./reading";
import { type Check, type CheckType, resultOf } from "./types";
import type { CheckValues } from "./values";

const MEASURED: ReadonlySet<CheckType> = new Set<CheckType>(["diskspace", "cpuload", "memory"]);
const TIMED: ReadonlySet<CheckType> = new Set<CheckType>(["ping", "http", "port"]);

/** The services of an agent, where the person may see them and the agent can be asked. */
export function useServices(agent: Agent | undefined, isWanted: boolean) {
  const { may } = useRights();
  const enabled = isWanted && agent?.status === "online" && may("can_manage_winsvcs");
  const query = { ...servicesQuery(agent?.agent_id ?? ""), enabled, retry: false };
  return useQuery({ ...query, staleTime: 30_000 }).data;
}

/** `stored`: the form as it was opened, and its check. */
export function useKnown(
  type: CheckType,
  agent: Agent | undefined,
  check: Check | undefined,
  opened: CheckValues,
): Known {
  const agentId = agent?.agent_id ?? "";
  const isMeasured = agentId !== "" && MEASURED.has(type);
  const { data: metrics } = useQuery({ ...newestQuery(agentId), enabled: isMeasured });
  const services = useServices(agent, type === "winsvc");
  const hasResult = check !== undefined && resultOf(check) !== null;
  const isTimed = agentId !== "" && hasResult && TIMED.has(type);
  const { data: points } = useQuery({
    ...historyQuery(agentId, check?.id ?? 0, 1),
    enabled: isTimed,
  });
  return { metrics, services, points, stored: check && { check, values: opened } };
}
