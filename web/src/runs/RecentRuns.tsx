/** What this person ran on this agent lately: to look at, and to run again. */
import { Group, Stack, Text, UnstyledButton } from "@mantine/core";
import { IconPencil, IconRepeat } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { Agent } from "../agents/queries";
import { useLiveQueries } from "../live/live";
import { useRights, useSession } from "../session/me";
import { IconAction } from "../ui/actions";
import { Ago } from "../ui/Moment";
import { Panel, PanelTitle } from "../ui/Page";
import { useFilters } from "../ui/useFilter";
import { isRepeatable, rightOf, useRunAgain } from "./again";
import { runs, running as words } from "./messages";
import { runsQuery, whatOf } from "./queries";
import { RunStatus } from "./RunStatus";

const SHOWN = 8;

interface RecentRunsProps {
  agent: Agent;
  /** Shows a run beside the form. */
  onShow: (run: number) => void;
}

export function RecentRuns({ agent, onShow }: RecentRunsProps) {
  const [, setFilters] = useFilters();
  const user = useSession()?.username;
  const allowed = useRights().surely("can_list_agent_history");
  const query = useQuery({ ...runsQuery({ user }, agent.agent_id), enabled: allowed });
  useLiveQueries(["runs"], [["runs", "list"]]);
  const recent = (query.data?.results ?? []).filter(isRepeatable).slice(0, SHOWN);
  const again = useRunAgain(onShow);
  if (!allowed) return null;
  return (
    <Panel>
      <PanelTitle>{words.recent}</PanelTitle>
      {recent.length === 0 && (
        <Text size="sm" c="dimmed">
          {words.recentNone}
        </Text>
      )}
      <Stack gap={6}>
        {recent.map((run) => (
          <Group key={run.id} wrap="nowrap" gap="sm" justify="space-between">
            <UnstyledButton onClick={() => onShow(run.id)} style={{ flex: 1, minWidth: 0 }}>
              <Text truncate size="sm" ff={run.script_name ? undefined : "monospace"}>
                {whatOf(run, runs.type)}
              </Text>
            </UnstyledButton>
            <Text size="xs" c="dimmed" component="span">
              <Ago time={run.time} />
            </Text>
            <Text size="sm" component="span">
              <RunStatus status={run.status} />
            </Text>
            <Group gap={0} wrap="nowrap">
              <IconAction
                label={runs.again}
                right={rightOf(run)}
                size="sm"
                loading={again.isPending && again.variables === run.id}
                onClick={() => again.mutate(run.id)}
              >
                <IconRepeat size={15} />
              </IconAction>
              <IconAction
                label={runs.edit}
                size="sm"
                onClick={() =>
                  setFilters({ again: String(run.id), run: String(run.id), kind: undefined })
                }
              >
                <IconPencil size={15} />
              </IconAction>
            </Group>
          </Group>
        ))}
      </Stack>
    </Panel>
  );
}
