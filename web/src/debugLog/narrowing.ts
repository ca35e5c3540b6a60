/** What the address says, as the API asks for it. */
import type { QueryOf } from "../api/client";
import { asWord } from "../api/word";
import type { Filters } from "../ui/useFilter";

export type DebugQuery = QueryOf<"/logs/debug/">;

/** The filters of the page; on the page of an agent, that agent whatever the address says. */
export function narrowing(filters: Filters, agentId?: string): DebugQuery {
  const agent = agentId ?? filters.agent;
  return {
    ...(filters.search && { search: filters.search }),
    ...(filters.level && { logLevelFilter: asWord(filters.level) }),
    ...(filters.type && { logTypeFilter: asWord(filters.type) }),
    ...(agent && { agentFilter: agent }),
    ...(filters.days && { timeFilter: Number(filters.days) }),
  };
}

/** The run that a message names, to open it. */
export function runOf(message: string): string | undefined {
  return /\brun (\d+)\b/.exec(message)?.[1];
}
