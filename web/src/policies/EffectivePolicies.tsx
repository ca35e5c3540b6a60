/** The policies set for an agent, level by level, and whether each applies. */
import { Alert, Table, Text } from "@mantine/core";
import type { Agent } from "../agents/queries";
import { ActionButton } from "../ui/actions";
import { useDialog } from "../ui/dialog";
import { TextLink } from "../ui/links";
import { Panel, PanelTitle } from "../ui/Page";
import { Status } from "../ui/Status";
import type { Tone } from "../ui/theme";
import { effective as words } from "./effectiveMessages";
import { policies as policyWords } from "./messages";
import type { Effective } from "./queries";

type EffectivePolicy = Effective["policies"][number];

const TONES: Record<EffectivePolicy["state"], Tone> = {
  applied: "good",
  blocked: "warning",
  excluded: "warning",
  inactive: "quiet",
  duplicate: "quiet",
};

interface EffectivePoliciesProps {
  agent: Agent;
  policies: EffectivePolicy[];
}

export function EffectivePolicies({ agent, policies }: EffectivePoliciesProps) {
  const dialog = useDialog();
  const set = (
    <ActionButton
      right="can_edit_agent"
      size="xs"
      variant="default"
      onClick={() => dialog.show("set-agent-policy")}
    >
      {words.setPolicy}
    </ActionButton>
  );
  return (
    <Panel>
      <PanelTitle actions={set}>{words.policies}</PanelTitle>
      {agent.block_policy_inheritance && (
        <Alert color="yellow" mb="sm" p="xs">
          {words.blocksAgent}
        </Alert>
      )}
      <Table aria-label={words.policies} fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.level}</Table.Th>
            <Table.Th>{words.policy}</Table.Th>
            <Table.Th>{words.state}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {[1, 2, 3, 4].map((level) => (
            <LevelRow
              key={level}
              name={levelName(level, agent)}
              policy={policies.find((one) => one.level === level)}
            />
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  );
}

/** The server's own words for a level are its number. */
function levelName(level: number, agent: Agent): string {
  switch (level) {
    case 1:
      return words.levels.agent;
    case 2:
      return words.levels.site(agent.site_name);
    case 3:
      return words.levels.client(agent.client_name);
    default:
      return agent.monitoring_type === "server"
        ? policyWords.allServers
        : policyWords.allWorkstations;
  }
}

function LevelRow({ name, policy }: { name: string; policy: EffectivePolicy | undefined }) {
  return (
    <Table.Tr>
      <Table.Td>{name}</Table.Td>
      <Table.Td>
        {policy ? (
          <TextLink to="/policies/$policyId" params={{ policyId: String(policy.policy) }} size="md">
            {policy.name}
          </TextLink>
        ) : (
          <Text span inherit c="dimmed">
            {words.notSet}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        {policy && (
          <>
            <Status
              tone={TONES[policy.state]}
              label={policy.state === "applied" ? words.applies : words.leftOut}
            />
            {policy.state !== "applied" && (
              <Text size="xs" c="dimmed">
                {words.reasons[policy.state] ?? policy.state}
              </Text>
            )}
          </>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
