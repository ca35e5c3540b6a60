/** The tasks of a policy: every agent that it reaches has them. */
import { Group, Stack } from "@mantine/core";
import { IconCalendarTime, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useFallbackInterval, useLiveQueries } from "../live/live";
import { matching } from "../tasks/matching";
import { tasks as words } from "../tasks/messages";
import { policyTasksQuery } from "../tasks/queries";
import { TaskDialogs } from "../tasks/TaskDialogs";
import { ActionButton } from "../ui/actions";
import { SearchBox } from "../ui/SearchBox";
import { Empty, Loaded, NothingFound } from "../ui/states";
import { useFilter } from "../ui/useFilter";
import { PolicyTaskTable } from "./PolicyTaskTable";
import { usePolicyId } from "./policyId";

export default function PolicyTasksTab() {
  const id = usePolicyId();
  const [search, setSearch] = useFilter("search");
  const refetchInterval = useFallbackInterval();
  const query = useQuery({ ...policyTasksQuery(id), refetchInterval });
  useLiveQueries(["config"], [policyTasksQuery(id).queryKey]);
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
              <AddTask id={id} />
            </Group>
          )}
          {all.length === 0 ? (
            <Empty
              title={words.none}
              hint={words.nonePolicy}
              icon={<IconCalendarTime size={26} stroke={1.5} />}
            >
              <AddTask id={id} />
            </Empty>
          ) : (
            <PolicyTaskTable tasks={matching(all, search)} empty={<NothingFound />} />
          )}
          <TaskDialogs tasks={all} />
        </Stack>
      )}
    </Loaded>
  );
}

function AddTask({ id }: { id: number }) {
  const navigate = useNavigate();
  const params = { policyId: String(id), taskId: "new" };
  return (
    <ActionButton
      right="can_manage_autotasks"
      leftSection={<IconPlus size={16} />}
      onClick={() => void navigate({ to: "/policies/$policyId/tasks/$taskId", params })}
    >
      {words.add}
    </ActionButton>
  );
}
