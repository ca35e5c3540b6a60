/** What is known about a computer, at a glance. */
import { Progress, SimpleGrid, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { DependencyPanel } from "../dependencies/DependencyPanel";
import { useRights } from "../session/me";
import { formatAgo, formatBytes, formatMoment } from "../texts/format";
import { CopyValue } from "../ui/CopyValue";
import { Facts } from "../ui/Facts";
import { TextLink } from "../ui/links";
import { Ago } from "../ui/Moment";
import { Panel, PanelTitle } from "../ui/Page";
import { Loaded } from "../ui/states";
import { CustomFieldsPanel } from "./CustomFieldsPanel";
import { type Disk, disksOf, fillTone } from "./disks";
import { lacksOf } from "./Lacks";
import { agents, agent as words } from "./messages";
import { type Agent, agentQuery } from "./queries";
import { checksText } from "./statusCells";
import { useAgentId } from "./useAgentId";

export default function OverviewTab() {
  const query = useQuery(agentQuery(useAgentId()));
  return (
    <Loaded query={query}>
      {(agent) => (
        <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }} spacing="md" className="cards">
          <System agent={agent} />
          <Hardware agent={agent} />
          <Network agent={agent} />
          <Disks disks={disksOf(agent.disks)} />
          <DependencyPanel agentId={agent.agent_id} />
          <CustomFieldsPanel agent={agent} />
        </SimpleGrid>
      )}
    </Loaded>
  );
}

function System({ agent }: { agent: Agent }) {
  const booted = agent.boot_time ? agent.boot_time * 1000 : null;
  return (
    <Panel>
      <PanelTitle>{words.system}</PanelTitle>
      <Facts
        facts={[
          [words.description, agent.description],
          [agents.column.operating_system, agent.operating_system],
          [agents.column.checks, <ChecksLink key="checks" agent={agent} />],
          [agents.column.monitoring_type, agents[agent.monitoring_type as "server"]],
          [agent.italic ? words.lastUser : words.user, agent.logged_username],
          [words.started, booted && <span title={formatMoment(booted)}>{formatAgo(booted)}</span>],
          [words.timeZone, agent.timezone],
          [agents.column.version, agent.version],
          [words.lacks, lacksOf(agent)],
          [words.enrolled, <Ago key="enrolled" time={agent.created_time} />],
          [words.agentId, <CopyValue key="id" value={agent.agent_id} />],
        ]}
      />
    </Panel>
  );
}

function ChecksLink({ agent }: { agent: Agent }) {
  const { may } = useRights();
  const text = checksText(agent.checks);
  if (!may("can_list_checks")) return text;
  const params = { agentId: agent.agent_id };
  return (
    <TextLink to="/agents/$agentId/checks" params={params} size="sm">
      {text}
    </TextLink>
  );
}

function Hardware({ agent }: { agent: Agent }) {
  return (
    <Panel>
      <PanelTitle>{words.hardware}</PanelTitle>
      <Facts
        facts={[
          [agents.column.make_model, agent.make_model],
          [
            agents.column.serial_number,
            agent.serial_number && <CopyValue value={agent.serial_number} />,
          ],
          [agents.column.cpu_model, agent.cpu_model.join(", ")],
          [agents.column.goarch, agent.goarch],
          [agents.column.total_ram, agent.total_ram ? `${agent.total_ram} GB` : null],
          [agents.column.graphics, agent.graphics],
          [agents.column.physical_disks, agent.physical_disks.join(", ")],
        ]}
      />
    </Panel>
  );
}

function Network({ agent }: { agent: Agent }) {
  return (
    <Panel>
      <PanelTitle>{words.network}</PanelTitle>
      <Facts
        facts={[
          [agents.column.public_ip, agent.public_ip && <CopyValue value={agent.public_ip} />],
          [agents.column.local_ips, agent.local_ips],
        ]}
      />
    </Panel>
  );
}

function Disks({ disks }: { disks: Disk[] }) {
  return (
    <Panel>
      <PanelTitle>{words.disks}</PanelTitle>
      {disks.length === 0 && (
        <Text size="sm" c="dimmed">
          {words.noDisks}
        </Text>
      )}
      <Stack gap="sm">
        {disks.map((disk) => (
          <div key={disk.device}>
            <Text size="sm" fw={500}>
              {disk.device}{" "}
              <Text span size="xs" c="dimmed">
                {disk.fstype}
              </Text>
            </Text>
            <Progress
              value={disk.percent}
              color={fillTone(disk.percent)}
              aria-label={disk.device}
              my={4}
            />
            <Text size="xs" c="dimmed" className="numbers">
              {words.used(formatBytes(disk.used), formatBytes(disk.total))}
            </Text>
          </div>
        ))}
      </Stack>
    </Panel>
  );
}
