/** Computers that wait for approval, to approve or reject; nothing while there are none. */
import { Code, Group, Text } from "@mantine/core";
import { answer, api } from "../api/client";
import { ActionButton } from "../ui/actions";
import type { Column } from "../ui/column";
import { DataTable } from "../ui/DataTable";
import { TextLink } from "../ui/links";
import { Ago } from "../ui/Moment";
import { Panel, PanelTitle } from "../ui/Page";
import { useAction } from "../ui/useAction";
import { pendingAgents as words } from "./messages";
import { type PendingAgent, pendingAgentsQuery } from "./queries";
import { usePendingAgents } from "./usePendingAgents";

const REFRESH = [pendingAgentsQuery.queryKey, ["agents"]];

export function PendingAgents() {
  const waiting = usePendingAgents();
  const approve = useAction({
    // The key that is on the screen is the one that is approved.
    act: ({ id, fingerprint }: PendingAgent) => {
      const params = { path: { id } };
      return answer(api.POST("/agents/pending/{id}/approve/", { params, body: { fingerprint } }));
    },
    done: (_, { hostname }) => words.approved(hostname),
    refresh: REFRESH,
  });
  const reject = useAction({
    act: ({ id }: PendingAgent) =>
      answer(api.POST("/agents/pending/{id}/reject/", { params: { path: { id } } })),
    done: (_, { hostname }) => words.rejected(hostname),
    refresh: REFRESH,
  });
  if (waiting.length === 0) return null;
  return (
    <Panel>
      <PanelTitle>{words.title}</PanelTitle>
      <Text size="sm" c="dimmed" mb="sm">
        {words.about}
      </Text>
      <DataTable
        label={words.title}
        columns={columnsFor(
          (one) => approve.mutate(one),
          (one) => reject.mutate(one),
        )}
        rows={waiting}
        id={(one) => one.id}
        order="since"
        sortFilter="waiting"
        empty={null}
      />
    </Panel>
  );
}

type Act = (one: PendingAgent) => void;

function columnsFor(approve: Act, reject: Act): Column<PendingAgent>[] {
  return [
    {
      id: "computer",
      title: words.computer,
      cell: (one) => (
        <>
          <div>{`${one.hostname} (${words.platform[one.plat] ?? one.plat})`}</div>
          <Code hiddenFrom="sm">{one.fingerprint}</Code>
        </>
      ),
      sort: (one) => one.hostname,
    },
    {
      id: "claim",
      title: words.claim,
      cell: ({ known }) =>
        known ? (
          <TextLink to="/agents/$agentId" params={{ agentId: known.agent_id }} size="md">
            {known.hostname}
          </TextLink>
        ) : (
          words.isNew
        ),
      sort: ({ known }) => known?.hostname ?? "",
    },
    {
      id: "place",
      title: words.place,
      wide: true,
      cell: (one) => `${one.client_name} · ${one.site_name}`,
      sort: (one) => `${one.client_name} ${one.site_name}`,
    },
    {
      id: "address",
      title: words.address,
      wide: true,
      cell: (one) => one.public_ip,
      sort: (one) => one.public_ip,
    },
    {
      id: "fingerprint",
      title: words.fingerprint,
      wide: true,
      cell: (one) => <Code>{one.fingerprint}</Code>,
    },
    {
      id: "since",
      title: words.since,
      width: 140,
      wide: true,
      cell: (one) => <Ago time={one.since} />,
      sort: (one) => one.since,
    },
    {
      id: "actions",
      title: "",
      cell: (one) => <Actions one={one} approve={approve} reject={reject} />,
    },
  ];
}

function Actions({ one, approve, reject }: { one: PendingAgent; approve: Act; reject: Act }) {
  const shared = { right: "can_edit_agent", size: "xs" } as const;
  return (
    <Group gap="xs" justify="flex-end">
      <ActionButton
        {...shared}
        onClick={() => approve(one)}
        aria-label={words.approveLabel(one.hostname)}
      >
        {words.approve}
      </ActionButton>
      <ActionButton
        {...shared}
        variant="default"
        onClick={() => reject(one)}
        aria-label={words.rejectLabel(one.hostname)}
      >
        {words.reject}
      </ActionButton>
    </Group>
  );
}
