/** What applies to an agent and why: its policies, tasks, checks and update settings. */
import { SimpleGrid, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type Agent, agentQuery } from "../agents/queries";
import { useAgentId } from "../agents/useAgentId";
import { useFallbackInterval, useLiveQueries } from "../live/live";
import { TextLink } from "../ui/links";
import { Panel, PanelTitle } from "../ui/Page";
import { Loaded } from "../ui/states";
import { EffectiveDialogs } from "./EffectiveDialogs";
import { EffectiveItems } from "./EffectiveItems";
import { EffectivePatch } from "./EffectivePatch";
import { EffectivePolicies } from "./EffectivePolicies";
import { effective as words } from "./messages";
import { type Effective, effectiveQuery } from "./queries";
import { SourceLink } from "./SourceLink";

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
            nameOf={(check) => check.name ?? `#${check.id}`}
          />
        </Stack>
        <Stack gap="md">
          <EffectivePatch agent={agent} inForce={inForce.patch_policy} />
          <Panel>
            <PanelTitle>{words.alertTemplate}</PanelTitle>
            <Text size="sm" c={inForce.alert_template.id === null ? "dimmed" : undefined}>
              {inForce.alert_template.id === null ? (
                words.noTemplate
              ) : (
                <SourceLink source={inForce.alert_template.source} />
              )}
            </Text>
          </Panel>
        </Stack>
      </SimpleGrid>
      <EffectiveDialogs agent={agent} />
    </Stack>
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
