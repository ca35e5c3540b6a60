/** Who printed the same: a few results instead of hundreds, each with what to do about it. */
import { Anchor, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useFallbackInterval } from "../live/live";
import { runs } from "../runs/messages";
import { OutputPane } from "../runs/OutputPane";
import { RunStatus } from "../runs/RunStatus";
import { formatNumber } from "../texts/format";
import { useDialog } from "../ui/dialog";
import { TextLink } from "../ui/links";
import { ui } from "../ui/messages";
import { Panel } from "../ui/Page";
import { Status } from "../ui/Status";
import { Loaded, NothingFound } from "../ui/states";
import { useFilters } from "../ui/useFilter";
import { BulkMenu } from "./BulkMenu";
import { bulk as words } from "./messages";
import { type Bulk, type BulkGroup, groupsQuery } from "./queries";
import { usualShell } from "./shell";

const BulkDialog = lazy(() => import("./BulkDialog"));

export function BulkGroups({ bulk }: { bulk: Bulk }) {
  const [filters] = useFilters();
  const dialog = useDialog();
  const [chosen, setChosen] = useState<string[]>([]);
  const interval = useFallbackInterval(3_000);
  const query = useQuery({
    ...groupsQuery(bulk.id, filters),
    refetchInterval: bulk.status === "running" ? interval : false,
  });
  const mode = dialog.open?.name === "bulk" ? dialog.open.subject : null;
  return (
    <Loaded query={query}>
      {({ count, different, groups }) => (
        <Stack gap="sm">
          {groups.length === 0 && <NothingFound />}
          <Text size="sm" c="dimmed" role="status">
            {words.groups(count, different)}
          </Text>
          {groups.map((group) => (
            <GroupPanel
              key={`${group.status} ${group.agents[0]?.agent_id}`}
              group={group}
              onPick={(picked) => {
                setChosen(group.agents.map((agent) => agent.agent_id));
                dialog.show("bulk", picked);
              }}
            />
          ))}
          {different > groups.length && (
            <Text size="sm" c="dimmed">
              {words.moreGroups(different - groups.length)}
            </Text>
          )}
          {mode && chosen.length > 0 && (
            <Suspense>
              <BulkDialog
                mode={mode}
                aim={{ agents: chosen }}
                shell={formerShell(bulk)}
                onClose={dialog.close}
              />
            </Suspense>
          )}
        </Stack>
      )}
    </Loaded>
  );
}

/** These agents ran a command in this shell a moment ago, if it was a command. */
function formerShell({ mode, body }: Bulk): string {
  const { shell } = body as Record<string, unknown>;
  return mode === "command" && typeof shell === "string" ? shell : usualShell([]);
}

interface GroupPanelProps {
  group: BulkGroup;
  onPick: (mode: string) => void;
}

function GroupPanel({ group, onPick }: GroupPanelProps) {
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

interface PrintedProps {
  title: string;
  text: string;
  status: string;
  bad?: boolean;
}

function Printed({ title, text, status, bad = false }: PrintedProps) {
  return <OutputPane title={title} text={text} bad={bad} done fileName={`${status}.txt`} small />;
}

const NAMED = 200;

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
