/** The tasks of one agent: its own, and those of the policies that reach it. */
import { Group, Stack } from "@mantine/core";
import { IconCalendarTime, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useAgentId } from "../agents/useAgentId";
import { useFallbackInterval, useLiveQueries } from "../live/live";
import { ActionButton } from "../ui/actions";
import { SearchBox } from "../ui/SearchBox";
import { Empty, Loaded, NothingFound } from "../ui/states";
import { useFilter } from "../ui/useFilter";
import { AgentTaskTable } from "./AgentTaskTable";
import { matching } from "./matching";
import { tasks as words } from "./messages";
import { agentTasksQuery } from "./queries";
import { TaskDialogs } from "./TaskDialogs";

export default function AgentTasksTab() {
  const agentId = useAgentId();
  const [search, setSearch] = useFilter("search");
  const refetchInterval = useFallbackInterval();
  const query = useQuery({ ...agentTasksQuery(agentId), refetchInterval });
  useLiveQueries([`agent:${agentId}`, "config"], [agentTasksQuery(agentId).queryKey]);
  return (
    <Loaded query={query}>
      {(all) => (
        <Stack gap="sm">
          {all.length > 0 && (
            <Group justify="space-between" gap="xs">
              <SearchBox
                value={search}
                onSearch={setSearch}
                style={{ flex: "1 1 200px", maxWidth: 360 }}
              />
              <AddTask agentId={agentId} />
            </Group>
          )}
          {all.length === 0 ? (
            <Empty
              title={words.none}
              hint={words.noneAgent}
              icon={<IconCalendarTime size={26} stroke={1.5} />}
            >
              <AddTask agentId={agentId} />
            </Empty>
          ) : (
            <AgentTaskTable
              agentId={agentId}
              tasks={matching(all, search)}
              empty={<NothingFound />}
            />
          )}
          <TaskDialogs tasks={all} />
        </Stack>
      )}
    </Loaded>
  );
}

function AddTask({ agentId }: { agentId: string }) {
  const navigate = useNavigate();
  return (
    <ActionButton
      right="can_manage_autotasks"
      leftSection={<IconPlus size={16} />}
      onClick={() =>
        void navigate({
          to: "/agents/$agentId/tasks/$taskId",
          params: { agentId, taskId: "new" },
        })
      }
    >
      {words.add}
    </ActionButton>
  );
}
