/** What else can be done with a check. */
import { Menu } from "@mantine/core";
import {
  IconChartLine,
  IconDots,
  IconPencil,
  IconRestore,
  IconSitemap,
  IconTrash,
} from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { dependencies } from "../dependencies/messages";
import { ActionItem, IconAction } from "../ui/actions";
import { useDialog } from "../ui/dialog";
import { MenuLink } from "../ui/links";
import { ui } from "../ui/messages";
import { whyLocked } from "./CheckCells";
import { checks as words } from "./messages";
import { nameOf } from "./order";
import { type Check, resultOf } from "./types";
import { useReset } from "./useReset";

interface CheckMenuProps {
  check: Check;
  /** The agent whose results are shown; a policy's page shows none. */
  agentId?: string;
}

export function CheckMenu({ check, agentId }: CheckMenuProps) {
  const dialog = useDialog();
  const edit = useEdit(check, agentId);
  const name = nameOf(check);
  return (
    <Menu position="bottom-end" width={210}>
      <Menu.Target>
        <IconAction label={words.actionsOf(name)}>
          <IconDots size={18} />
        </IconAction>
      </Menu.Target>
      <Menu.Dropdown>
        <ActionItem right="can_manage_checks" leftSection={<IconPencil size={16} />} onClick={edit}>
          {ui.edit}
        </ActionItem>
        <ActionItem
          right="can_manage_checks"
          leftSection={<IconSitemap size={16} />}
          onClick={() => dialog.show("check-depends-on", check.id)}
        >
          {dependencies.menu}…
        </ActionItem>
        {agentId && (
          <MenuLink
            to="/agents/$agentId/checks/$checkId"
            params={{ agentId, checkId: String(check.id) }}
            leftSection={<IconChartLine size={16} />}
          >
            {words.history}
          </MenuLink>
        )}
        {agentId && <ResetItem check={check} agentId={agentId} />}
        <Menu.Divider />
        <ActionItem
          right="can_manage_checks"
          blocked={agentId ? whyLocked(check) : undefined}
          color="red"
          leftSection={<IconTrash size={16} />}
          onClick={() => dialog.show("delete-check", check.id)}
        >
          {words.remove}
        </ActionItem>
      </Menu.Dropdown>
    </Menu>
  );
}

function ResetItem({ check, agentId }: { check: Check; agentId: string }) {
  const reset = useReset(agentId, check);
  const isFailing = resultOf(check)?.status === "failing";
  return (
    <ActionItem
      right="can_manage_checks"
      blocked={isFailing ? undefined : words.resetNothing}
      leftSection={<IconRestore size={16} />}
      onClick={() => reset.mutate()}
    >
      {words.reset}
    </ActionItem>
  );
}

/** A policy's check is edited where it is owned. */
export function useEdit(check: Check, agentId: string | undefined) {
  const dialog = useDialog();
  const navigate = useNavigate();
  return () => {
    if (!check.policy || !agentId) return dialog.show("edit-check", check.id);
    const params = { policyId: String(check.policy) };
    const search = { dialog: `edit-check:${check.id}` };
    void navigate({ to: "/policies/$policyId/checks", params, search });
  };
}
