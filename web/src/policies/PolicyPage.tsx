/** One policy: what it is above, its tabs below; each tab has an address. */
import { Group, Stack, Text } from "@mantine/core";
import { IconCopy, IconPencil, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import { useFallbackInterval, useLiveQueries } from "../live/live";
import { useRights } from "../session/me";
import { ActionButton, IconAction } from "../ui/actions";
import { useDialog } from "../ui/dialog";
import { TextLink } from "../ui/links";
import { ui } from "../ui/messages";
import { Page } from "../ui/Page";
import { LinesSkeleton, QueryProblem } from "../ui/states";
import { TabBar } from "../ui/TabBar";
import { useTabName } from "../ui/title";
import { ActiveSwitch } from "./ActiveSwitch";
import { policies as words } from "./messages";
import { PolicyDialogs } from "./PolicyDialogs";
import { usePolicyId } from "./policyId";
import { type Policy, policiesQuery, policyQuery } from "./queries";
import { POLICY_TABS } from "./tabs";

export default function PolicyPage() {
  const id = usePolicyId();
  const refetchInterval = useFallbackInterval();
  const query = useQuery({ ...policyQuery(id), refetchInterval });
  const { data: all } = useQuery(policiesQuery);
  useLiveQueries(["config"], [["policies"]]);
  const links = useTabs(id);
  const tab = useTabName(links);
  if (query.isError && !query.data) {
    return (
      <Page title={words.policy} bare>
        <QueryProblem query={query} />
      </Page>
    );
  }
  const { data: policy } = query;
  return (
    <Page
      title={policy?.name ?? words.policy}
      tab={tab}
      about={policy && <About policy={policy} />}
      actions={policy && <Actions policy={policy} />}
    >
      <TabBar label={words.tabs} tabs={links} />
      {policy ? <Outlet /> : <LinesSkeleton />}
      {policy && <PolicyDialogs all={all ?? [policy]} />}
    </Page>
  );
}

function About({ policy }: { policy: Policy }) {
  return (
    <Stack gap={6}>
      {policy.desc && <Text size="sm">{policy.desc}</Text>}
      <Group gap="md">
        <ActiveSwitch policy={policy} label={words.active} />
        {policy.enforced && (
          <Text size="sm" title={words.enforcedHint}>
            {words.enforced}
          </Text>
        )}
        <TextLink to="/policies/$policyId/reach" params={{ policyId: String(policy.id) }} size="sm">
          {words.reaches(policy.agents_count)}
        </TextLink>
      </Group>
    </Stack>
  );
}

function Actions({ policy }: { policy: Policy }) {
  const dialog = useDialog();
  return (
    <>
      <IconAction
        right="can_manage_automation_policies"
        label={words.remove}
        variant="default"
        size={36}
        onClick={() => dialog.show("delete-policy", policy.id)}
      >
        <IconTrash size={17} />
      </IconAction>
      <ActionButton
        right="can_manage_automation_policies"
        variant="default"
        leftSection={<IconCopy size={16} />}
        onClick={() => dialog.show("copy-policy", policy.id)}
      >
        {words.copy}
      </ActionButton>
      <ActionButton
        right="can_manage_automation_policies"
        variant="default"
        leftSection={<IconPencil size={16} />}
        onClick={() => dialog.show("edit-policy", policy.id)}
      >
        {ui.edit}
      </ActionButton>
    </>
  );
}

function useTabs(id: number) {
  const { may } = useRights();
  const shown = POLICY_TABS.filter((tab) => !tab.right || may(tab.right));
  return shown.map(({ path, label }) => ({ to: `/policies/${id}${path}`, label, deep: true }));
}
