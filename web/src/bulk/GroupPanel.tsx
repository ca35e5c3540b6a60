/** Agents that printed the same: what it was, and what to do with them. */
import { Anchor, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { runs } from "../runs/messages";
import { OutputPane } from "../runs/OutputPane";
import { RunStatus } from "../runs/RunStatus";
import { formatNumber } from "../texts/format";
import { TextLink } from "../ui/links";
import { ui } from "../ui/messages";
import { Panel } from "../ui/Page";
import { Status } from "../ui/Status";
import { BulkMenu } from "./BulkMenu";
import { bulk as words } from "./messages";
import type { BulkGroup } from "./queries";

export function GroupPanel({ group, onPick }: GroupPanelProps) {
  const { count, status, retcode, reason, stdout, stderr } = group;
  return (
    <Panel>
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Group gap="md">
            <Text fw={700} fz="lg">
              {words.targets(count)}
            </Text>
            {status === "skipped" ? (
              <Status tone="quiet" label={words.outcomes.skip ?? status} />
            ) : (
              <RunStatus status={status} />
            )}
            {typeof retcode === "number" && (
              <Text size="sm">
                {runs.returnCode} {retcode}
              </Text>
            )}
          </Group>
          <BulkMenu label={words.actOn(count)} variant="default" onPick={onPick} />
        </Group>
        {reason && <Text size="sm">{reason}</Text>}
        {stdout !== "" && <Printed title={runs.stdout} text={stdout} status={status} />}
        {stderr !== "" && <Printed title={runs.stderr} text={stderr} status={status} bad />}
        {stdout === "" && stderr === "" && !reason && (
          <Text size="sm" c="dimmed">
            {words.noOutput}
          </Text>
        )}
        <Members group={group} />
      </Stack>
    </Panel>
  );
}

interface GroupPanelProps {
  group: BulkGroup;
  onPick: (mode: string) => void;
}

function Printed({ title, text, status, bad = false }: PrintedProps) {
  return <OutputPane title={title} text={text} bad={bad} done fileName={`${status}.txt`} small />;
}

interface PrintedProps {
  title: string;
  text: string;
  status: string;
  bad?: boolean;
}

function Members({ group }: { group: BulkGroup }) {
  const [isOpen, setOpen] = useState(false);
  const rest = group.agents.length - NAMED;
  return (
    <Stack gap={4}>
      <Anchor
        component="button"
        type="button"
        size="sm"
        ta="left"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? words.hideAgents : words.showAgents(group.count)}
      </Anchor>
      {isOpen && (
        <Group gap="sm">
          {group.agents.slice(0, NAMED).map(({ agent_id, hostname }) => (
            <TextLink key={agent_id} to="/agents/$agentId" params={{ agentId: agent_id }} size="sm">
              {hostname}
            </TextLink>
          ))}
          {rest > 0 && (
            <Text size="sm" c="dimmed">
              {ui.andMore(formatNumber(rest))}
            </Text>
          )}
        </Group>
      )}
    </Stack>
  );
}

const NAMED = 200;
