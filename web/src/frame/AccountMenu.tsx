import { Avatar, Menu, Text, UnstyledButton } from "@mantine/core";
import { IconKeyboard, IconLogout, IconLogout2, IconUser } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { accounts } from "../accounts/messages";
import { signOut } from "../accounts/signIn";
import { answer, api } from "../api/client";
import { dashQuery } from "../preferences/preferences";
import { useSession } from "../session/me";
import { session } from "../session/session";
import { count } from "../texts/texts";
import { useDialog } from "../ui/dialog";
import { MenuLink } from "../ui/links";
import { unsaved } from "../ui/unsaved";
import { useAction } from "../ui/useAction";
import { frame } from "./messages";

/** Signing out ends everything on the page: not without a word about what is not saved. */
async function sure(leave: () => void) {
  if (!unsaved.any() || (await unsaved.ask())) leave();
}

export function AccountMenu() {
  const dialog = useDialog();
  const name = useSession()?.username ?? "";
  const version = useQuery(dashQuery).data?.version;
  const leave = useAction({ act: signOut });
  const leaveAll = useAction({
    act: () => answer(api.POST("/logoutall/")),
    done: ({ revoked }) => accounts.signedOutEverywhere(count(revoked, "session")),
    onDone: () => session.end(),
  });
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <UnstyledButton aria-label={`${frame.account}: ${name}`}>
          <Avatar size={30} color="teal" alt="" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {accounts.signedInAs}{" "}
          <Text span inherit fw={600}>
            {name}
          </Text>
        </Menu.Label>
        <MenuLink to="/account" leftSection={<IconUser size={16} />}>
          {accounts.account}
        </MenuLink>
        <Menu.Item
          leftSection={<IconKeyboard size={16} />}
          onClick={() => dialog.show("shortcuts")}
        >
          {frame.shortcuts}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void sure(leave.mutate)}>
          {accounts.signOut}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLogout2 size={16} />}
          onClick={() => void sure(leaveAll.mutate)}
        >
          {accounts.signOutEverywhere}
        </Menu.Item>
        {version && (
          <>
            <Menu.Divider />
            <Menu.Label>Muster {version}</Menu.Label>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
