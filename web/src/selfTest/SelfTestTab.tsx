/** The agent tries its own functions: started by a click, then shown as a table. */
import { Group, Loader, Stack, Text } from "@mantine/core";
import { IconStethoscope } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { offlineReason } from "../agents/presence";
import { agentQuery } from "../agents/queries";
import { useAgentId } from "../agents/useAgentId";
import { useLack } from "../agents/useLack";
import { ActionButton } from "../ui/actions";
import { Empty, ProblemNotice, QueryProblem } from "../ui/states";
import { selfTest as words } from "./messages";
import { selfTestQuery } from "./queries";
import { ReportTable } from "./ReportTable";

export default function SelfTestTab() {
  const agentId = useAgentId();
  const { data: agent } = useQuery(agentQuery(agentId));
  const lack = useLack(agentId);
  const query = useQuery(selfTestQuery(agentId));
  if (query.isFetching) return <Running />;
  const start = (
    <ActionButton
      right="can_recover_agents"
      blocked={lack("self_test") ?? (agent && offlineReason(agent, words.offline))}
      leftSection={<IconStethoscope size={16} />}
      {...(query.data && { variant: "default" })}
      onClick={() => void query.refetch()}
    >
      {query.data ? words.again : words.start}
    </ActionButton>
  );
  if (query.data) {
    return (
      <Stack gap="sm">
        {query.isError && <ProblemNotice error={query.error} />}
        <ReportTable report={query.data}>{start}</ReportTable>
      </Stack>
    );
  }
  if (query.isError) return <QueryProblem query={query} />;
  return (
    <Empty
      title={words.intro}
      hint={words.introHint}
      icon={<IconStethoscope size={26} stroke={1.5} />}
    >
      {start}
    </Empty>
  );
}

function Running() {
  return (
    <Stack align="center" gap="xs" py={48} px="md" role="status">
      <Loader aria-hidden />
      <Group mt="xs">
        <Text fw={600}>{words.running}</Text>
      </Group>
      <Text size="sm" c="dimmed" ta="center" maw={420}>
        {words.runningHint}
      </Text>
    </Stack>
  );
}
