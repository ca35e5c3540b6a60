/** One check of an agent: its history, what it found last, and the tasks that its failure starts. */
import { Alert, Group, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { IconArrowLeft, IconPencil, IconRestore } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { type Agent, agentQuery } from "../agents/queries";
import { ActionButton } from "../ui/actions";
import { TextLink } from "../ui/links";
import { ui } from "../ui/messages";
import { Panel, PanelTitle } from "../ui/Page";
import { Loaded, NotFound } from "../ui/states";
import { CheckDialogs } from "./CheckDialogs";
import { useEdit } from "./CheckMenu";
import { CheckState } from "./CheckState";
import { HistoryPanel } from "./HistoryPanel";
import { checks as words } from "./messages";
import { NewestOutput } from "./NewestOutput";
import { nameOf, stateOf } from "./order";
import { RunChecks } from "./RunChecks";
import { type Check, resultOf } from "./types";
import { useAgentChecks } from "./useAgentChecks";
import { useReset } from "./useReset";

export default function AgentCheckPage() {
  const { agentId, checkId } = useParams({ from: "/shell/agents/$agentId/checks/$checkId" });
  const agent = useQuery(agentQuery(agentId));
  const query = useAgentChecks(agentId);
  return (
    <Loaded query={agent}>
      {(one) => (
        <Loaded query={query}>
          {(all) => {
            const check = all.find(({ id }) => String(id) === checkId);
            return check ? <CheckView key={checkId} agent={one} check={check} /> : <NotFound />;
          }}
        </Loaded>
      )}
    </Loaded>
  );
}

function CheckView({ agent, check }: { agent: Agent; check: Check }) {
  const { agent_id: agentId } = agent;
  const navigate = useNavigate();
  const back = () => void navigate({ to: "/agents/$agentId/checks", params: { agentId } });
  return (
    <Stack gap="md">
      <Head agent={agent} check={check} onBack={back} />
      {check.overridden_by_policy && <Alert color="yellow">{words.overridden}</Alert>}
      <HistoryPanel check={check} agentId={agentId} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <NewestOutput check={check} result={resultOf(check)} />
        <Tasks agentId={agentId} check={check} />
      </SimpleGrid>
      <CheckDialogs owner={{ agentId }} agent={agent} checks={[check]} onDeleted={back} />
    </Stack>
  );
}

function Head({ agent, check, onBack }: { agent: Agent; check: Check; onBack: () => void }) {
  const edit = useEdit(check, agent.agent_id);
  const reset = useReset(agent.agent_id, check);
  const isFailing = resultOf(check)?.status === "failing";
  return (
    <Group justify="space-between" gap="xs">
      <div>
        <Group gap="sm">
          <Title order={2}>{nameOf(check)}</Title>
          <CheckState state={stateOf(check)} />
        </Group>
        {check.name && (
          <Text size="sm" c="dimmed">
            {check.readable_desc}
          </Text>
        )}
      </div>
      <Group gap="xs">
        <ActionButton variant="default" leftSection={<IconArrowLeft size={16} />} onClick={onBack}>
          {words.back}
        </ActionButton>
        <ActionButton
          right="can_manage_checks"
          variant="default"
          blocked={isFailing ? undefined : words.resetNothing}
          leftSection={<IconRestore size={16} />}
          loading={reset.isPending}
          onClick={() => reset.mutate()}
        >
          {words.reset}
        </ActionButton>
        <RunChecks agent={agent} />
        <ActionButton
          right="can_manage_checks"
          leftSection={<IconPencil size={16} />}
          onClick={edit}
        >
          {ui.edit}
        </ActionButton>
      </Group>
    </Group>
  );
}

/** Tasks that start when it fails. */
function Tasks({ agentId, check }: { agentId: string; check: Check }) {
  return (
    <Panel>
      <PanelTitle>{words.tasks}</PanelTitle>
      {check.assignedtasks.length === 0 ? (
        <Text size="sm" c="dimmed">
          {words.noTasks} {words.addTask}
        </Text>
      ) : (
        <Stack gap={4}>
          {check.assignedtasks.map(({ id, name }) => (
            <TaskLink key={id} agentId={agentId} policy={check.policy} task={id} name={name} />
          ))}
        </Stack>
      )}
    </Panel>
  );
}

interface TaskLinkProps {
  agentId: string;
  policy: number | null | undefined;
  task: number;
  name: string;
}

function TaskLink({ agentId, policy, task, name }: TaskLinkProps) {
  const taskId = String(task);
  if (policy) {
    const params = { policyId: String(policy), taskId };
    return (
      <TextLink to="/policies/$policyId/tasks/$taskId" params={params}>
        {name}
      </TextLink>
    );
  }
  return (
    <TextLink to="/agents/$agentId/tasks/$taskId" params={{ agentId, taskId }}>
      {name}
    </TextLink>
  );
}
