/** All policies, with what they hold and where they are set. */
import { Stack } from "@mantine/core";
import { IconHeartbeat, IconPlus, IconShieldCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useFallbackInterval, useLiveQueries } from "../live/live";
import { useRights } from "../session/me";
import { ActionButton } from "../ui/actions";
import { useDialog } from "../ui/dialog";
import { Page } from "../ui/Page";
import { SearchBox } from "../ui/SearchBox";
import { Empty, Loaded, NothingFound } from "../ui/states";
import { TabBar } from "../ui/TabBar";
import { useFilter } from "../ui/useFilter";
import { basic as basicWords } from "./basicMessages";
import { policies as words } from "./messages";
import { PolicyDialogs } from "./PolicyDialogs";
import { PolicyTable } from "./PolicyTable";
import { type Policy, policiesQuery } from "./queries";
import { POLICIES_TABS } from "./tabs";

/** Counting the agents of a policy is expensive, and agents come and go all the time. */
const COUNT_PAUSE = 10_000;

export default function PoliciesPage() {
  const [search, setSearch] = useFilter("search");
  const dialog = useDialog();
  const { why } = useRights();
  const refetchInterval = useFallbackInterval();
  const query = useQuery({ ...policiesQuery, refetchInterval });
  useLiveQueries(["config"], [policiesQuery.queryKey]);
  useLiveQueries(["agents"], [policiesQuery.queryKey], COUNT_PAUSE);
  const basic = (
    <ActionButton
      right="can_manage_automation_policies"
      blocked={why("can_manage_checks")}
      variant="default"
      leftSection={<IconHeartbeat size={16} />}
      onClick={() => dialog.show("basic-monitoring")}
    >
      {basicWords.title}
    </ActionButton>
  );
  const add = (
    <ActionButton
      right="can_manage_automation_policies"
      leftSection={<IconPlus size={16} />}
      onClick={() => dialog.show("add-policy")}
    >
      {words.add}
    </ActionButton>
  );
  const actions = (
    <>
      {basic}
      {add}
    </>
  );
  return (
    <Page title={words.title} about={words.about} actions={actions}>
      <TabBar label={words.title} tabs={POLICIES_TABS} />
      <Loaded query={query}>
        {(all) => (
          <Stack gap="sm">
            {all.length > 0 && <SearchBox value={search} onSearch={setSearch} maw={360} />}
            {all.length === 0 ? (
              <Empty
                title={words.none}
                hint={words.noneHint}
                icon={<IconShieldCheck size={26} stroke={1.5} />}
              >
                {basic}
                {add}
              </Empty>
            ) : (
              <PolicyTable policies={found(all, search)} empty={<NothingFound />} />
            )}
            <PolicyDialogs all={all} />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function found(all: Policy[], search: string): Policy[] {
  const wanted = search.toLowerCase().split(/\s+/).filter(Boolean);
  return all.filter(({ name, desc }) => {
    const text = `${name} ${desc}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
