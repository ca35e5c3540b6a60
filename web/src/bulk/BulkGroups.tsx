/** Who printed the same: a few results instead of hundreds, each with what to do about it. */
import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { asWord } from "../api/word";
import { useFallbackInterval } from "../live/live";
import { useDialog } from "../ui/dialog";
import { Loaded, NothingFound } from "../ui/states";
import { useFilters } from "../ui/useFilter";
import { GroupPanel } from "./GroupPanel";
import { bulk as words } from "./messages";
import { type Bulk, groupsQuery } from "./queries";
import { usualShell } from "./shell";

const BulkDialog = lazy(() => import("./BulkDialog"));

export function BulkGroups({ bulk }: { bulk: Bulk }) {
  const [filters] = useFilters();
  const dialog = useDialog();
  const [chosen, setChosen] = useState<string[]>([]);
  const interval = useFallbackInterval(3_000);
  const query = useQuery({
    ...groupsQuery(bulk.id, filters),
    refetchInterval: bulk.status === "running" ? interval : false,
  });
  const mode = dialog.open?.name === "bulk" ? dialog.open.subject : null;
  return (
    <Loaded query={query}>
      {({ count, different, groups }) => (
        <Stack gap="sm">
          {groups.length === 0 && <NothingFound />}
          <Text size="sm" c="dimmed" role="status">
            {words.groups(count, different)}
          </Text>
          {groups.map((group) => (
            <GroupPanel
              key={`${group.status} ${group.agents[0]?.agent_id}`}
              group={group}
              onPick={(picked) => {
                setChosen(group.agents.map((agent) => agent.agent_id));
                dialog.show("bulk", picked);
              }}
            />
          ))}
          {different > groups.length && (
            <Text size="sm" c="dimmed">
              {words.moreGroups(different - groups.length)}
            </Text>
          )}
          {mode && chosen.length > 0 && (
            <Suspense>
              <BulkDialog
                mode={asWord(mode)}
                target={{ agents: chosen }}
                shell={formerShell(bulk)}
                onClose={dialog.close}
              />
            </Suspense>
          )}
        </Stack>
      )}
    </Loaded>
  );
}

/** These agents ran a command in this shell a moment ago, if it was a command. */
function formerShell({ mode, body }: Bulk): string {
  const { shell } = body as Record<string, unknown>;
  return mode === "command" && typeof shell === "string" ? shell : usualShell([]);
}
