/** What is wrong with agents: away, with failing checks, without updates. */
import type { UseQueryResult } from "@tanstack/react-query";
import type { AgentRow } from "../agents/fleetRows";
import { Ago } from "../ui/Moment";
import { updates } from "../updates/messages";
import { severitiesOf } from "../updates/status";
import { AgentLines } from "./AgentLines";
import { FindingPanel } from "./FindingPanel";
import { type Found, notScanned } from "./findings";
import { overview as words } from "./messages";

interface FleetPanelProps {
  /** Those that something is wrong with. */
  wrong: AgentRow[];
  all: AgentRow[];
  /** Whether all agents are read. */
  isWhole: boolean;
  /** Nothing as long as it is not known. */
  found: Found;
  query: Pick<UseQueryResult, "error" | "refetch" | "isError">;
}

export function AwayPanel({ wrong, all, found, query }: FleetPanelProps) {
  const offline = all.filter(({ status }) => status === "offline").length;
  return (
    <FindingPanel
      title={words.away}
      found={found}
      text={words.awayCount(wrong.length)}
      to="/agents"
      search={{ status: "overdue" }}
      tone="bad"
      none={words.awayNone}
      query={query}
      note={offline > 0 && words.offlineToo(offline)}
    >
      <AgentLines
        agents={wrong}
        about={({ last_seen }) => (last_seen ? <Ago time={last_seen} /> : words.neverSeen)}
      />
    </FindingPanel>
  );
}

export function ChecksPanel({ wrong, isWhole, found, query }: FleetPanelProps) {
  return (
    <FindingPanel
      title={words.checksFailing}
      found={found}
      text={words.checksCount(wrong.length)}
      to="/agents"
      search={{ search: "is:checksfailing" }}
      tone={wrong.some(({ checks }) => checks.failing > 0) ? "bad" : "warning"}
      none={words.checksNone}
      why={isWhole && found === null ? words.noChecksYet : undefined}
      query={query}
    >
      <AgentLines
        agents={wrong}
        about={({ checks }) => words.checksOf(checks.failing, checks.warning + checks.info)}
      />
    </FindingPanel>
  );
}

export function UpdatesPanel({ wrong, all, isWhole, found, query }: FleetPanelProps) {
  const unknown = notScanned(all);
  const isCritical = wrong.some(({ updates: { severities } }) => severities.critical > 0);
  return (
    <FindingPanel
      title={words.updatesMissing}
      found={found}
      text={words.updatesCount(wrong.length)}
      to="/agents"
      search={{ search: "is:updatesmissing" }}
      tone={isCritical ? "bad" : "warning"}
      none={words.updatesNone}
      why={isWhole && found === null ? words.updatesUnknown(unknown) : undefined}
      query={query}
      note={unknown > 0 && words.updatesUnknown(unknown)}
    >
      <AgentLines agents={wrong} tab="/agents/$agentId/updates" about={missingText} />
    </FindingPanel>
  );
}

/** "2 critical", or how many there are where none has a severity. */
function missingText(agent: AgentRow): string {
  const [worst] = severitiesOf(agent.updates);
  if (!worst || worst[0] === "other") return words.updatesOf(agent.updates.missing);
  return `${worst[1]} ${updates.severities[worst[0]].toLowerCase()}`;
}
