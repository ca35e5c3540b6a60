/** Runs all checks of an agent now; their results come live. */
import { IconHeartbeat } from "@tabler/icons-react";
import { answer, api } from "../api/client";
import { ActionItem } from "../ui/actions";
import { useAction } from "../ui/useAction";
import { agent as words } from "./messages";
import { offlineReason } from "./presence";
import type { SomeAgent } from "./queries";
import { useLack } from "./useLack";

export function RunChecksItem({ agent }: { agent: SomeAgent }) {
  const params = { path: { id: agent.agent_id } };
  const lack = useLack(agent.agent_id);
  const run = useAction({
    act: () => answer(api.POST("/checks/{id}/run/", { params })),
    // Says how many checks run.
    done: (message) => message,
    refresh: [["checks"], ["runs", "list"]],
  });
  return (
    <ActionItem
      right="can_run_checks"
      blocked={lack("run_checks") ?? offlineReason(agent, words.offline)}
      leftSection={<IconHeartbeat size={16} />}
      onClick={() => run.mutate()}
    >
      {words.runChecks}
    </ActionItem>
  );
}
