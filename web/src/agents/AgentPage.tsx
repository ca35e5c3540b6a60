/** One agent: a summary above, its tabs below; each tab has an address. */
import { Badge, Box, Group, Stack, Text, Title } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Outlet, useParams } from "@tanstack/react-router";
import { UnreachableNotice } from "../dependencies/UnreachableNotice";
import { useFallbackInterval, useLive } from "../live/live";
import { MaintenanceNotice } from "../maintenanceWindows/MaintenanceNotice";
import { useConnectKeys } from "../remote/useConnectKeys";
import { useRights } from "../session/me";
import { formatMoment } from "../texts/format";
import { TextLink } from "../ui/links";
import { useNow } from "../ui/Moment";
import { LinesSkeleton, QueryProblem } from "../ui/states";
import { TabBar } from "../ui/TabBar";
import { useTabName, useTitle } from "../ui/title";
import { AgentWatchNotice } from "../watches/AgentWatchNotice";
import { AgentActions } from "./AgentActions";
import { AgentDialogs } from "./AgentDialogs";
import classes from "./AgentPage.module.css";
import { AgentStatus } from "./AgentStatus";
import { lackOf } from "./capabilities";
import { agents, agent as words } from "./messages";
import { isConnectedNow, presenceText } from "./presence";
import { type Agent, agentQuery } from "./queries";
import { type Tab, tabs } from "./tabs";

export default function AgentPage() {
  const { agentId } = useParams({ from: "/shell/agents/$agentId" });
  const query = useAgent(agentId);
  const links = useTabs(agentId, query.data);
  useConnectKeys(() => query.data);
  useTitle(useTabName(links), query.data?.hostname ?? words.title);
  if (query.isError && !query.data) {
    return (
      <Box p="lg">
        <QueryProblem query={query} />
      </Box>
    );
  }
  return (
    <Stack gap={0}>
      <Box className={classes.head}>
        {query.data ? <Head agent={query.data} /> : <LinesSkeleton lines={2} />}
        <TabBar label={words.tabs} tabs={links} />
      </Box>
      <Box p={{ base: "sm", sm: "lg" }} maw={1600} w="100%" mx="auto">
        <MaintenanceNotice agentId={agentId} />
        <AgentWatchNotice agentId={agentId} />
        <UnreachableNotice agentId={agentId} />
        <Outlet />
      </Box>
      {query.data && <AgentDialogs agent={query.data} />}
    </Stack>
  );
}

/** The agent, kept fresh: its events say what changed, and the rest is read again. */
function useAgent(agentId: string) {
  const client = useQueryClient();
  const refetchInterval = useFallbackInterval();
  const { queryKey } = agentQuery(agentId);
  useLive([`agent:${agentId}`], [queryKey], (event) => {
    if (event.type.startsWith("agent.")) void client.invalidateQueries({ queryKey });
  });
  return useQuery({ ...agentQuery(agentId), refetchInterval });
}

function Head({ agent }: { agent: Agent }) {
  return (
    <Group justify="space-between" align="flex-start" gap="sm">
      <Box miw={0}>
        <Group gap="sm">
          <Title order={1} className={classes.host}>
            {agent.hostname}
          </Title>
          <AgentStatus status={agent.status} />
          <Connected agent={agent} />
          <Badges agent={agent} />
        </Group>
        <Text size="sm" c="dimmed" component="div">
          <TextLink to="/agents" search={{ site: String(agent.site) }} size="sm" c="dimmed">
            {agent.client_name} · {agent.site_name}
          </TextLink>
          {" · "}
          {agent.operating_system || agents.platform[agent.plat]}
        </Text>
      </Box>
      <AgentActions agent={agent} />
    </Group>
  );
}

/** Beside the status, which follows the connection only after some minutes. */
function Connected({ agent }: { agent: Agent }) {
  const now = useNow();
  const seen = agent.last_seen ? formatMoment(agent.last_seen) : undefined;
  return (
    <Text size="sm" c="dimmed" title={isConnectedNow(agent) ? undefined : seen}>
      {presenceText(agent, now)}
    </Text>
  );
}

function Badges({ agent }: { agent: Agent }) {
  return (
    <>
      {agent.maintenance_mode && (
        <Badge variant="light" color="violet" tt="none" c="var(--tone-maintenance)">
          {agents.inMaintenance}
        </Badge>
      )}
      {agent.needs_reboot && (
        <Badge variant="light" color="yellow" tt="none" c="var(--tone-warning)">
          {words.needsReboot}
        </Badge>
      )}
    </>
  );
}

function useTabs(agentId: string, agent: Agent | undefined) {
  const { may } = useRights();
  const fits = (tab: Tab) => tab.plat === undefined || tab.plat === agent?.plat;
  const isAllowed = ({ right, anyOf }: Tab) =>
    (!right || may(right)) && (!anyOf || anyOf.some(may));
  const shown = tabs.filter((tab) => fits(tab) && isAllowed(tab));
  return shown.map(({ path, label, capability }) => ({
    to: `/agents/${agentId}${path}`,
    label,
    deep: path !== "",
    blocked: capability && lackOf(agent, capability),
  }));
}
