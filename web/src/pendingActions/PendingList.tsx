/** Pending actions of one agent, or of all. */
import { SegmentedControl, Stack } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { answer, api } from "../api/client";
import { useFallbackInterval, useLiveQueries } from "../live/live";
import { withMoments } from "../texts/format";
import { IconAction } from "../ui/actions";
import type { Column } from "../ui/column";
import { DataTable } from "../ui/DataTable";
import { TextLink } from "../ui/links";
import { Ago } from "../ui/Moment";
import { Status } from "../ui/Status";
import { Empty, Loaded } from "../ui/states";
import type { Tone } from "../ui/theme";
import { useAction } from "../ui/useAction";
import { useFilter } from "../ui/useFilter";
import { pendingActions as words } from "./messages";
import { type PendingAction, pendingQuery } from "./queries";

const TONES: Record<PendingAction["status"], Tone> = {
  pending: "warning",
  completed: "good",
  failed: "bad",
  cancelled: "quiet",
  expired: "quiet",
};

export function PendingList({ agentId }: { agentId?: string }) {
  const [show, setShow] = useFilter("show");
  const refetchInterval = useFallbackInterval();
  const query = useQuery({ ...pendingQuery(agentId, show === "all"), refetchInterval });
  // What an agent has started ends with its run, and only the run is reported.
  useLiveQueries(["pending", "runs"], [["pendingActions"]]);
  const cancel = useAction({
    act: (id: number) =>
      answer(api.DELETE("/logs/pendingactions/{id}/", { params: { path: { id } } })),
    done: words.cancelled,
    refresh: [["pendingActions"], ["runs"]],
  });
  const columns = columnsFor((id) => cancel.mutate(id));
  return (
    <Stack gap="sm" align="stretch">
      <SegmentedControl
        aria-label={words.status}
        style={{ alignSelf: "flex-start" }}
        value={show || "pending"}
        onChange={(next) => setShow(next === "pending" ? "" : next)}
        data={Object.entries(words.show).map(([value, label]) => ({ value, label }))}
      />
      <Loaded query={query}>
        {(all) => (
          <DataTable
            label={words.title}
            columns={
              agentId ? columns.filter(({ id }) => id !== "agent" && id !== "place") : columns
            }
            rows={all}
            id={(action) => action.id}
            empty={<Empty title={words.none} hint={words.noneHint} />}
          />
        )}
      </Loaded>
    </Stack>
  );
}

/** The server's words, with its times as people write them. */
function descriptionText({ description }: PendingAction): string {
  const said = withMoments(description);
  return said.charAt(0).toUpperCase() + said.slice(1);
}

function columnsFor(cancel: (id: number) => void): Column<PendingAction>[] {
  return [
    {
      id: "what",
      title: words.what,
      cell: (action) =>
        action.run ? (
          <TextLink to="/runs/$runId" params={{ runId: String(action.run) }} size="md">
            {descriptionText(action)}
          </TextLink>
        ) : (
          descriptionText(action)
        ),
      sort: (action) => action.description,
    },
    {
      id: "agent",
      title: words.agent,
      cell: (action) => (
        <TextLink to="/agents/$agentId" params={{ agentId: action.agent_id }} size="md">
          {action.hostname}
        </TextLink>
      ),
      sort: (action) => action.hostname,
    },
    {
      id: "place",
      title: words.place,
      wide: true,
      cell: (action) => `${action.client} · ${action.site}`,
      sort: (action) => `${action.client} ${action.site}`,
    },
    {
      id: "status",
      title: words.status,
      width: 120,
      cell: ({ status }) => (
        <Status tone={TONES[status]} label={words.statuses[status] ?? status} />
      ),
      sort: (action) => action.status,
    },
    {
      id: "since",
      title: words.since,
      width: 140,
      wide: true,
      cell: (action) => <Ago time={action.entry_time} />,
      sort: (action) => action.entry_time,
    },
    {
      id: "due",
      title: words.due,
      width: 140,
      wide: true,
      cell: (action) => {
        const due = action.due ?? action.expires;
        return due ? <Ago time={due} /> : "";
      },
      sort: (action) => action.due ?? action.expires,
    },
    {
      id: "actions",
      title: "",
      width: 48,
      cell: (action) =>
        action.status === "pending" && (
          <IconAction
            label={words.cancelLabel(withMoments(action.description))}
            right="can_manage_pendingactions"
            onClick={() => cancel(action.id)}
          >
            <IconX size={16} />
          </IconAction>
        ),
    },
  ];
}
