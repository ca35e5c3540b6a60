/** What else can be done with a task. */
import { Menu } from "@mantine/core";
import { IconDots, IconFileText, IconHistory, IconPencil, IconTrash } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { ActionItem, IconAction } from "../ui/actions";
import { useDialog } from "../ui/dialog";
import { MenuLink } from "../ui/links";
import { ui } from "../ui/messages";
import { tasks as words } from "./messages";
import type { Task } from "./queries";

interface TaskMenuProps {
  task: Task;
  agentId?: string;
  /** Why it cannot be changed here. */
  blocked?: string | undefined;
}

export function TaskMenu({ task, agentId, blocked }: TaskMenuProps) {
  const dialog = useDialog();
  const navigate = useNavigate();
  const taskId = String(task.id);
  const edit = () => {
    if (task.policy) {
      const params = { policyId: String(task.policy), taskId };
      void navigate({ to: "/policies/$policyId/tasks/$taskId", params });
    } else if (agentId) {
      void navigate({ to: "/agents/$agentId/tasks/$taskId", params: { agentId, taskId } });
    }
  };
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <IconAction label={words.actionsOf(task.name)}>
          <IconDots size={18} />
        </IconAction>
      </Menu.Target>
      <Menu.Dropdown>
        <ActionItem
          right="can_manage_autotasks"
          leftSection={<IconPencil size={16} />}
          onClick={edit}
        >
          {ui.edit}
        </ActionItem>
        {agentId && (
          <ActionItem
            leftSection={<IconFileText size={16} />}
            onClick={() => dialog.show("task-output", task.id)}
          >
            {words.output}
          </ActionItem>
        )}
        {agentId && (
          <MenuLink
            to="/agents/$agentId/history"
            params={{ agentId }}
            search={{ type: "task_run", search: task.name }}
            leftSection={<IconHistory size={16} />}
          >
            {words.allRuns}
          </MenuLink>
        )}
        <Menu.Divider />
        <ActionItem
          right="can_manage_autotasks"
          blocked={blocked}
          color="red"
          leftSection={<IconTrash size={16} />}
          onClick={() => dialog.show("delete-task", task.id)}
        >
          {words.remove}
        </ActionItem>
      </Menu.Dropdown>
    </Menu>
  );
}
