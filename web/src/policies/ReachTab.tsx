/** Where a policy is set: what it reaches follows from that. */
import { Alert, Group, Stack, Text } from "@mantine/core";
import { IconPlus, IconSitemap } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useFallbackInterval } from "../live/live";
import { ActionButton } from "../ui/actions";
import { DataTable } from "../ui/DataTable";
import { useDialog } from "../ui/dialog";
import { Empty, Loaded } from "../ui/states";
import { AssignDialog } from "./AssignDialog";
import { type Assignment, assignmentsOf } from "./assignments";
import { policies, reach as words } from "./messages";
import { usePolicyId } from "./policyId";
import { type Policy, policyQuery, relatedQuery } from "./queries";
import { reachColumns } from "./reachColumns";

export default function ReachTab() {
  const id = usePolicyId();
  const refetchInterval = useFallbackInterval();
  const policy = useQuery(policyQuery(id));
  const related = useQuery({ ...relatedQuery(id), refetchInterval });
  return (
    <Loaded query={policy}>
      {(one) => (
        <Loaded query={related}>
          {(all) => <Reach policy={one} assignments={assignmentsOf(all)} />}
        </Loaded>
      )}
    </Loaded>
  );
}

function Reach({ policy, assignments }: { policy: Policy; assignments: Assignment[] }) {
  const dialog = useDialog();
  const assign = (
    <ActionButton
      leftSection={<IconPlus size={16} />}
      onClick={() => dialog.show("assign-policy", policy.id)}
    >
      {words.assign}
    </ActionButton>
  );
  return (
    <Stack gap="sm">
      {!policy.active && assignments.length > 0 && (
        <Alert color="yellow">{policies.inactiveHint}</Alert>
      )}
      {assignments.length > 0 && (
        <Group justify="space-between" gap="sm" align="flex-start">
          <Text size="sm" c="dimmed" flex="1 1 280px">
            {words.about}
          </Text>
          {assign}
        </Group>
      )}
      <DataTable
        label={policies.tabReach}
        columns={reachColumns}
        rows={assignments}
        id={(assignment) => assignment.key}
        empty={
          <Empty
            title={words.none}
            hint={words.noneHint}
            icon={<IconSitemap size={26} stroke={1.5} />}
          >
            {assign}
          </Empty>
        }
      />
      {dialog.open?.name === "assign-policy" && (
        <AssignDialog policy={policy} onClose={dialog.close} />
      )}
    </Stack>
  );
}
