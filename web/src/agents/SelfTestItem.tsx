/** Leads to the page on which the agent tests itself. */
import { IconStethoscope } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { ActionItem } from "../ui/actions";
import { agent as words } from "./messages";
import type { SomeAgent } from "./queries";
import { useLack } from "./useLack";

export function SelfTestItem({ agent }: { agent: SomeAgent }) {
  const navigate = useNavigate();
  const lack = useLack(agent.agent_id);
  const params = { agentId: agent.agent_id };
  return (
    <ActionItem
      right="can_recover_agents"
      blocked={lack("self_test")}
      leftSection={<IconStethoscope size={16} />}
      onClick={() => void navigate({ to: "/agents/$agentId/self-test", params })}
    >
      {words.selfTest}
    </ActionItem>
  );
}
