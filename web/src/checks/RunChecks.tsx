/** Runs all checks of an agent now, and resets them. */
import { IconPlayerPlay, IconRestore } from "@tabler/icons-react";
import { lackOf } from "../agents/capabilities";
import type { Agent } from "../agents/queries";
import { ActionButton } from "../ui/actions";
import { useDialog } from "../ui/dialog";
import { useAction } from "../ui/useAction";
import { checks as words } from "./messages";
import { runChecks } from "./queries";

export function RunChecks({ agent }: { agent: Agent }) {
  const run = useAction({
    act: () => runChecks(agent.agent_id),
    done: words.runStarted,
    refresh: [["checks"], ["runs", "list"]],
  });
  return (
    <ActionButton
      right="can_run_checks"
      blocked={lackOf(agent, "run_checks")}
      variant="default"
      leftSection={<IconPlayerPlay size={16} />}
      loading={run.isPending}
      onClick={() => run.mutate()}
    >
      {words.runNow}
    </ActionButton>
  );
}

export function ResetAllButton() {
  const dialog = useDialog();
  return (
    <ActionButton
      right="can_manage_checks"
      variant="default"
      leftSection={<IconRestore size={16} />}
      onClick={() => dialog.show("reset-checks")}
    >
      {words.resetAll}
    </ActionButton>
  );
}
