/** What a policy's check found on each agent that runs it. */
import { Group, Stack, Title } from "@mantine/core";
import { IconArrowLeft, IconPencil } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { CheckDialogs } from "../checks/CheckDialogs";
import { checks as words } from "../checks/messages";
import { nameOf } from "../checks/order";
import { checkQuery, STATUSES_PER_PAGE, statusesQuery } from "../checks/queries";
import type { Check } from "../checks/types";
import { useFallbackInterval, useLiveQueries } from "../live/live";
import { ActionButton } from "../ui/actions";
import { DataTable } from "../ui/DataTable";
import { useDialog } from "../ui/dialog";
import { ui } from "../ui/messages";
import { Pager } from "../ui/Pager";
import { SearchBox } from "../ui/SearchBox";
import { Empty, Loaded, NothingFound } from "../ui/states";
import { useFilters } from "../ui/useFilter";
import { checkStatusColumns } from "./checkStatusColumns";

export default function CheckStatusPage() {
  const { checkId } = useParams({ from: "/shell/policies/$policyId/checks/$checkId/status" });
  const query = useQuery(checkQuery(Number(checkId)));
  useLiveQueries(["config"], [checkQuery(Number(checkId)).queryKey]);
  return <Loaded query={query}>{(check) => <Statuses check={check} />}</Loaded>;
}

function Statuses({ check }: { check: Check }) {
  const [filters, setFilters] = useFilters();
  const refetchInterval = useFallbackInterval();
  const query = useQuery({ ...statusesQuery(check.id, filters), refetchInterval });
  useLiveQueries(["checks", "config"], [["checks", "statuses", check.id]], 1_000);
  const isFiltered = (filters.search ?? "") !== "";
  return (
    <Stack gap="sm">
      <Head check={check} />
      <Loaded query={query}>
        {({ results, count }) => (
          <>
            {(count > 0 || isFiltered) && (
              <SearchBox
                value={filters.search ?? ""}
                onSearch={(search) => setFilters({ search, page: undefined })}
                maw={360}
              />
            )}
            <DataTable
              label={words.perAgentOf(nameOf(check))}
              columns={checkStatusColumns}
              rows={results}
              id={(status) => status.id}
              order="status"
              empty={
                isFiltered ? (
                  <NothingFound />
                ) : (
                  <Empty title={words.perAgentNone} hint={words.perAgentNoneHint} />
                )
              }
            />
            <Pager count={count} size={STATUSES_PER_PAGE} />
          </>
        )}
      </Loaded>
    </Stack>
  );
}

function Head({ check }: { check: Check }) {
  const navigate = useNavigate();
  const dialog = useDialog();
  const policyId = check.policy ?? 0;
  const params = { policyId: String(policyId) };
  const back = () => void navigate({ to: "/policies/$policyId/checks", params });
  return (
    <Group justify="space-between" gap="xs">
      <Title order={2}>{nameOf(check)}</Title>
      <Group gap="xs">
        <ActionButton variant="default" leftSection={<IconArrowLeft size={16} />} onClick={back}>
          {words.back}
        </ActionButton>
        <ActionButton
          right="can_manage_checks"
          leftSection={<IconPencil size={16} />}
          onClick={() => dialog.show("edit-check", check.id)}
        >
          {ui.edit}
        </ActionButton>
      </Group>
      <CheckDialogs owner={{ policyId }} checks={[check]} onDeleted={back} />
    </Group>
  );
}
