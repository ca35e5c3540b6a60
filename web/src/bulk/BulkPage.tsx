/** One bulk action: what it was, how far it is, and what came of it for each agent. */
import { Stack } from "@mantine/core";
import { IconPlayerStop, IconRepeat } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { answer, api } from "../api/client";
import { useFallbackInterval, useLiveQueries } from "../live/live";
import { ActionButton } from "../ui/actions";
import { Page } from "../ui/Page";
import { Loaded } from "../ui/states";
import { useAction } from "../ui/useAction";
import { BulkAbout } from "./BulkAbout";
import { BulkResults } from "./BulkResults";
import { bulk as words } from "./messages";
import { type Bulk, bulkQuery } from "./queries";

export default function BulkPage() {
  const id = Number(useParams({ from: "/shell/bulk/$bulkId" }).bulkId);
  const interval = useFallbackInterval(2_000);
  const query = useQuery({
    ...bulkQuery(id),
    refetchInterval: ({ state }) => (state.data?.status === "running" ? interval : false),
  });
  useLiveQueries(
    [`bulk:${id}`, "runs"],
    [
      ["bulk", "one", id],
      ["bulk", "results", id],
      ["bulk", "groups", id],
    ],
  );
  return (
    <Page
      title={words.one(id)}
      about={query.data && words.modes[query.data.mode]}
      actions={query.data && <Actions bulk={query.data} />}
    >
      <Loaded query={query}>
        {(bulk) => (
          <Stack gap="md">
            <BulkAbout bulk={bulk} />
            <BulkResults key={bulk.id} bulk={bulk} />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function Actions({ bulk }: { bulk: Bulk }) {
  const navigate = useNavigate();
  const params = { path: { id: bulk.id } };
  const cancel = useAction({
    act: () => answer(api.POST("/agents/actions/bulk/{id}/cancel/", { params })),
    done: words.cancelled,
    refresh: [["bulk"], ["runs"]],
  });
  const retry = useAction({
    act: async () => {
      const { response } = await api.POST("/agents/actions/bulk/{id}/retry/", { params });
      return Number(response.headers.get("X-Bulk-Id"));
    },
    refresh: [["bulk"]],
    onDone: (id) => void navigate({ to: "/bulk/$bulkId", params: { bulkId: String(id) } }),
  });
  const { failed, timed_out, expired } = bulk.counts;
  return (
    <>
      {failed + timed_out + expired > 0 && (
        <ActionButton
          right="can_run_bulk"
          variant="default"
          leftSection={<IconRepeat size={16} />}
          loading={retry.isPending}
          onClick={() => retry.mutate()}
        >
          {words.retry}
        </ActionButton>
      )}
      {bulk.status === "running" && (
        <ActionButton
          right="can_run_bulk"
          color="red"
          variant="light"
          leftSection={<IconPlayerStop size={16} />}
          loading={cancel.isPending}
          onClick={() => cancel.mutate()}
        >
          {words.cancel}
        </ActionButton>
      )}
    </>
  );
}
