/** Runs the checks of all agents of a client or site now. */
import { IconHeartbeat } from "@tabler/icons-react";
import { ActionItem } from "../ui/actions";
import { useAction } from "../ui/useAction";
import { clients as words } from "./messages";
import { type Client, runChecksOf, type Site } from "./queries";

interface RunChecksItemProps {
  type: "client" | "site";
  of: Client | Site;
}

export function RunChecksItem({ type, of }: RunChecksItemProps) {
  const run = useAction({
    act: () => runChecksOf(type, of.id),
    done: ({ total, skipped }) => words.checksRun(of.name, total - skipped, skipped),
    refresh: [["bulk"], ["runs", "list"]],
  });
  return (
    <ActionItem
      right="can_run_checks"
      blocked={of.agent_count === 0 ? words.noAgents : undefined}
      leftSection={<IconHeartbeat size={16} />}
      onClick={() => run.mutate()}
    >
      {words.runChecks}
    </ActionItem>
  );
}
