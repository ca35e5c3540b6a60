/** How far agents have become the newest release, and a button where that has stopped. */
import { Group, List, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { agents } from "../agents/messages";
import { answer, api } from "../api/client";
import { useLiveQueries } from "../live/live";
import { useRights } from "../session/me";
import { formatNumber } from "../texts/format";
import { sentence } from "../texts/texts";
import { ActionButton } from "../ui/actions";
import { Facts } from "../ui/Facts";
import { TextLink } from "../ui/links";
import { Ago } from "../ui/Moment";
import { ui } from "../ui/messages";
import { Panel, PanelTitle } from "../ui/Page";
import { Status } from "../ui/Status";
import { useAction } from "../ui/useAction";
import { rollouts as words } from "./messages";
import { notShown, stateOf } from "./progress";
import { type Rollout, rolloutsQuery } from "./queries";

/** Agents come back while nothing is reported about the rollout itself. */
const INTERVAL = 30_000;

export function RolloutsPanel() {
  const { surely } = useRights();
  const query = useQuery({
    ...rolloutsQuery,
    enabled: surely("can_list_agents"),
    refetchInterval: INTERVAL,
  });
  useLiveQueries(["config"], [rolloutsQuery.queryKey]);
  const all = query.data ?? [];
  if (all.length === 0) return null;
  return (
    <Panel>
      <PanelTitle>{words.title}</PanelTitle>
      <Stack gap="lg">
        <Text size="sm" c="dimmed">
          {words.about}
        </Text>
        {all.map((rollout) => (
          <OneRollout key={rollout.id} rollout={rollout} />
        ))}
      </Stack>
    </Panel>
  );
}

function OneRollout({ rollout }: { rollout: Rollout }) {
  const platforms: Record<string, string> = agents.platform;
  const platform = platforms[rollout.plat] ?? rollout.plat;
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <Title order={3}>{words.name(rollout.version, platform, rollout.goarch)}</Title>
        <Status {...stateOf(rollout)} />
      </Group>
      {rollout.reason && <Text size="sm">{sentence(rollout.reason)}</Text>}
      <Facts
        facts={[
          [words.updated, words.ofAll(rollout.updated, rollout.agents)],
          [words.asked, formatNumber(rollout.asked)],
          [words.working, formatNumber(rollout.working)],
          [words.changed, <Ago time={rollout.changed} />],
        ]}
      />
      <LostAgents rollout={rollout} />
      {rollout.state === "stopped" && <Continue rollout={rollout} />}
    </Stack>
  );
}

function LostAgents({ rollout }: { rollout: Rollout }) {
  if (rollout.lost.length === 0) return null;
  const rest = notShown(rollout);
  return (
    <List size="sm">
      {rollout.lost.map((agent) => (
        <List.Item key={agent.agent_id}>
          <TextLink to="/agents/$agentId" params={{ agentId: agent.agent_id }} size="sm">
            {agent.hostname}
          </TextLink>{" "}
          {agent.problem || words.lostState[agent.state]}
        </List.Item>
      ))}
      {rest > 0 && <List.Item c="dimmed">{ui.andMore(formatNumber(rest))}</List.Item>}
    </List>
  );
}

function Continue({ rollout }: { rollout: Rollout }) {
  const go = useAction({
    act: () => {
      const params = { path: { id: rollout.id } };
      return answer(api.POST("/agents/rollouts/{id}/continue/", { params }));
    },
    done: (message) => message,
    refresh: [rolloutsQuery.queryKey],
  });
  return (
    <Group>
      <ActionButton
        right="can_update_agents"
        variant="default"
        loading={go.isPending}
        onClick={() => go.mutate()}
      >
        {words.continue}
      </ActionButton>
    </Group>
  );
}
