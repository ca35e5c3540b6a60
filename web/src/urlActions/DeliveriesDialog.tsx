/** What became of the webhooks of a URL action, and sending one again. */
import { Code, Modal, Stack, Text } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { answer, api } from "../api/client";
import { ActionButton } from "../ui/actions";
import type { Column } from "../ui/column";
import { Facts } from "../ui/Facts";
import { List } from "../ui/List";
import { Ago, Moment } from "../ui/Moment";
import { Status } from "../ui/Status";
import { useAction } from "../ui/useAction";
import { isOpen, stateOf } from "./deliveryState";
import { urlActions as words } from "./messages";
import { deliveriesQuery, type UrlAction, type WebhookDelivery } from "./queries";

interface DeliveriesDialogProps {
  action: UrlAction;
  onClose: () => void;
}

export function DeliveriesDialog({ action, onClose }: DeliveriesDialogProps) {
  const query = useQuery(deliveriesQuery(action.id));
  return (
    <Modal opened onClose={onClose} title={words.deliveriesOf(action.name)} size="xl">
      <List
        query={query}
        label={words.deliveries}
        columns={columns}
        id={(delivery) => delivery.id}
        order="-time"
        sortFilter="deliveries-sort"
        detail={(delivery) => <Details delivery={delivery} />}
        detailLabel={(delivery) => words.details(delivery.cause)}
        none={{
          title: words.noDeliveries,
          hint: words.noDeliveriesHint,
          icon: <IconHistory size={26} stroke={1.5} />,
        }}
      />
    </Modal>
  );
}

const columns: Column<WebhookDelivery>[] = [
  {
    id: "state",
    title: words.state,
    cell: (delivery) => <Status {...stateOf(delivery)} busy={isOpen(delivery)} />,
    sort: (delivery) => delivery.state,
  },
  { id: "cause", title: words.cause, wide: true, cell: (delivery) => delivery.cause },
  {
    id: "agent",
    title: words.agent,
    wide: true,
    cell: (delivery) => delivery.hostname ?? "",
    sort: (delivery) => delivery.hostname ?? "",
  },
  {
    id: "time",
    title: words.time,
    width: 150,
    cell: (delivery) => <Ago time={delivery.created} />,
    sort: (delivery) => delivery.created,
  },
  {
    id: "again",
    title: "",
    width: 130,
    cell: (delivery) => <Resend delivery={delivery} />,
  },
];

function Resend({ delivery }: { delivery: WebhookDelivery }) {
  const resend = useAction({
    act: () => {
      const params = { path: { id: delivery.id } };
      return answer(api.POST("/core/urlaction/deliveries/{id}/resend/", { params }));
    },
    done: words.resent,
    refresh: [deliveriesQuery(delivery.action).queryKey],
  });
  return (
    <ActionButton
      right="can_run_urlactions"
      blocked={isOpen(delivery) ? words.stillTried : undefined}
      size="xs"
      variant="default"
      loading={resend.isPending}
      onClick={() => resend.mutate()}
    >
      {words.resend}
    </ActionButton>
  );
}

function Details({ delivery }: { delivery: WebhookDelivery }) {
  return (
    <Stack gap="xs">
      <Facts
        facts={[
          [words.testUrl, <Code fz="sm">{delivery.url}</Code>],
          [words.cause, delivery.cause],
          [words.attempts, String(delivery.attempts)],
          [words.testStatus, delivery.status ?? words.testNoAnswer],
          [words.next, isOpen(delivery) ? <Moment time={delivery.next_attempt} /> : null],
        ]}
      />
      {delivery.error && (
        <Text size="sm" c="var(--tone-bad)">
          {delivery.error}
        </Text>
      )}
      {delivery.answer && (
        <Code block fz="sm" mah={240} style={{ overflow: "auto", whiteSpace: "pre-wrap" }}>
          {delivery.answer}
        </Code>
      )}
    </Stack>
  );
}
