/** What applies to an agent and why: its policies, tasks, checks and update settings. */
import { SimpleGrid, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type Agent, agentQuery } from "../agents/queries";
import { useAgentId } from "../agents/useAgentId";
import { useFallbackInterval, useLiveQueries } from "../live/live";
import { TextLink } from "../ui/links";
import { Loaded } from "../ui/states";
import { EffectiveDialogs } from "./EffectiveDialogs";
import { EffectiveItems } from "./EffectiveItems";
import { EffectivePatch } from "./EffectivePatch";
import { EffectivePolicies } from "./EffectivePolicies";
import { EffectiveTemplate } from "./EffectiveTemplate";
import { effective as words } from "./effectiveMessages";
import { type Effective, effectiveQuery } from "./queries";

export default function EffectiveTab() {
  const agentId = useAgentId();
  const refetchInterval = useFallbackInterval();
  const agent = useQuery(agentQuery(agentId));
  const query = useQuery({ ...effectiveQuery(agentId), refetchInterval });
  useLiveQueries([`agent:${agentId}`, "config"], [effectiveQuery(agentId).queryKey]);
  return (
    <Loaded query={agent}>
      {(one) => (
        <Loaded query={query}>{(inForce) => <InForce agent={one} inForce={inForce} />}</Loaded>
      )}
    </Loaded>
  );
}

function InForce({ agent, inForce }: { agent: Agent; inForce: Effective }) {
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {words.about}
      </Text>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <Stack gap="md">
          <EffectivePolicies agent={agent} policies={inForce.policies} />
          <EffectiveItems
            title={words.tasks}
            none={words.noTasks}
            items={inForce.tasks}
            nameOf={(task) => <TaskLink agent={agent} task={task} />}
          />
          <EffectiveItems
            title={words.checks}
            none={words.noChecks}
            items={inForce.checks}
            nameOf={(check) => <CheckLink agent={agent} check={check} />}
          />
        </Stack>
        <Stack gap="md">
          <EffectivePatch agent={agent} inForce={inForce.patch_policy} />
          <EffectiveTemplate template={inForce.alert_template} />
        </Stack>
      </SimpleGrid>
      <EffectiveDialogs agent={agent} />
    </Stack>
  );
}

/** A check that does not run on the agent has no results there: a policy's leads to the policy. */
function CheckLink({ agent, check }: { agent: Agent; check: Effective["checks"][number] }) {
  const name = check.name || `#${check.id}`;
  if (check.source.type === "policy" && check.state !== "active") {
    const params = { policyId: String(check.source.id) };
    return (
      <TextLink to="/policies/$policyId/checks" params={params} size="md">
        {name}
      </TextLink>
    );
  }
  const params = { agentId: agent.agent_id, checkId: String(check.id) };
  return (
    <TextLink to="/agents/$agentId/checks/$checkId" params={params} size="md">
      {name}
    </TextLink>
  );
}

function TaskLink({ agent, task }: { agent: Agent; task: Effective["tasks"][number] }) {
  const taskId = String(task.id);
  if (task.source.type === "policy") {
    const params = { policyId: String(task.source.id), taskId };
    return (
      <TextLink to="/policies/$policyId/tasks/$taskId" params={params} size="md">
        {task.name}
      </TextLink>
    );
  }
  return (
    <TextLink
      to="/agents/$agentId/tasks/$taskId"
      params={{ agentId: agent.agent_id, taskId }}
      size="md"
    >
      {task.name}
    </TextLink>
  );
}
