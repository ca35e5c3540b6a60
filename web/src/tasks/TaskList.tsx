/** The tasks of an agent or of a policy, with a search, and with what to do when there are none. */
import { Group, Stack } from "@mantine/core";
import { IconCalendarTime, IconPlus } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ActionButton } from "../ui/actions";
import { SearchBox } from "../ui/SearchBox";
import { Empty, Loaded } from "../ui/states";
import { useFilter } from "../ui/useFilter";
import { matching } from "./matching";
import { tasks as words } from "./messages";
import type { Task } from "./queries";
import { TaskDialogs } from "./TaskDialogs";

interface TaskListProps {
  query: UseQueryResult<Task[]>;
  /** What a task would do here, shown when there are none. */
  noneHint: string;
  onAdd: () => void;
  /** The table of those that match. */
  table: (tasks: Task[]) => ReactNode;
}

export function TaskList({ query, noneHint, onAdd, table }: TaskListProps) {
  const [search, setSearch] = useFilter("search");
  const add = (
    <ActionButton right="can_manage_autotasks" leftSection={<IconPlus size={16} />} onClick={onAdd}>
      {words.add}
    </ActionButton>
  );
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
              {add}
            </Group>
          )}
          {all.length === 0 ? (
            <Empty
              title={words.none}
              hint={noneHint}
              icon={<IconCalendarTime size={26} stroke={1.5} />}
            >
              {add}
            </Empty>
          ) : (
            table(matching(all, search))
          )}
          <TaskDialogs tasks={all} />
        </Stack>
      )}
    </Loaded>
  );
}
