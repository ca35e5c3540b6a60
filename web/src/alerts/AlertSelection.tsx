/** What is done with the chosen alerts, many at once. */
import { Group, Paper, Text } from "@mantine/core";
import { IconBellZ, IconCheck, IconEye, IconTrash } from "@tabler/icons-react";
import { useRights } from "../session/me";
import { ActionButton } from "../ui/actions";
import { useDialog } from "../ui/dialog";
import type { Chosen } from "../ui/grid/selection";
import { useAction } from "../ui/useAction";
import type { Filters } from "../ui/useFilter";
import { DeleteMany } from "./DeleteMany";
import { alerts as words } from "./messages";
import { ALERTS, type Alert, allAlerts, type BulkAction, changeMany } from "./queries";
import { SnoozeMenu } from "./SnoozeMenu";
import { SnoozeUntil } from "./SnoozeUntil";

interface AlertSelectionProps {
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
  filters: Filters;
  agentId: string | undefined;
  /** The rows on this page. */
  shown: Alert[];
  /** How many match, on all pages. */
  total: number;
}

interface Request {
  action: BulkAction;
  until?: Date | null;
}

export function AlertSelection(props: AlertSelectionProps) {
  const { chosen, onChoose, filters, agentId, shown, total } = props;
  const { open, show, close } = useDialog();
  const { may } = useRights();
  const right = "can_manage_alerts";
  const ids = [...chosen].map(Number);
  const change = useAction({
    act: (request: Request) => changeMany({ ...request, ids }),
    done: (_, { action }) => words.changed[action](ids.length),
    refresh: [ALERTS],
    onDone: () => onChoose(new Set()),
  });
  const all = useAction({
    act: () => allAlerts(filters, agentId),
    onDone: (rows) => onChoose(new Set(rows.map(({ id }) => String(id)))),
  });
  return (
    <Paper withBorder px="sm" py={6} bg="var(--surface-raised)">
      <Group gap="xs">
        <Text size="sm" fw={600} role="status">
          {words.selected(chosen.size)}
        </Text>
        {chosen.size < total && (
          <ActionButton
            size="xs"
            variant="subtle"
            loading={all.isPending}
            onClick={() => all.mutate()}
          >
            {words.selectAll(total)}
          </ActionButton>
        )}
        <SnoozeMenu
          isBlocked={!may(right)}
          onSnooze={(until) => change.mutate({ action: "snooze", until })}
          onDate={() => show("snooze-chosen")}
          onLift={() => change.mutate({ action: "unsnooze" })}
        >
          <ActionButton
            right={right}
            size="xs"
            variant="default"
            leftSection={<IconBellZ size={15} />}
          >
            {words.snooze}
          </ActionButton>
        </SnoozeMenu>
        <ActionButton
          right={right}
          size="xs"
          variant="default"
          leftSection={<IconEye size={15} />}
          loading={change.isPending && change.variables?.action === "acknowledge"}
          onClick={() => change.mutate({ action: "acknowledge" })}
        >
          {words.acknowledge}
        </ActionButton>
        <ActionButton
          right={right}
          size="xs"
          variant="default"
          leftSection={<IconCheck size={15} />}
          loading={change.isPending && change.variables?.action === "resolve"}
          onClick={() => change.mutate({ action: "resolve" })}
        >
          {words.resolve}
        </ActionButton>
        <ActionButton
          right={right}
          size="xs"
          variant="default"
          leftSection={<IconTrash size={15} />}
          onClick={() => show("delete-chosen")}
        >
          {words.remove}
        </ActionButton>
        <ActionButton
          size="xs"
          variant="subtle"
          color="gray"
          ml="auto"
          onClick={() => onChoose(new Set())}
        >
          {words.clear}
        </ActionButton>
      </Group>
      {open?.name === "snooze-chosen" && (
        <SnoozeUntil
          busy={change.isPending}
          onSnooze={(until) =>
            change.mutate({ action: "snooze", until }, { onSuccess: () => close() })
          }
          onClose={close}
        />
      )}
      {open?.name === "delete-chosen" && (
        <DeleteMany
          names={ids.map((id) => nameOf(id, shown))}
          busy={change.isPending}
          onConfirm={() => change.mutate({ action: "delete" }, { onSuccess: () => close() })}
          onClose={close}
        />
      )}
    </Paper>
  );
}

/** Those of other pages have their number. */
const nameOf = (id: number, shown: Alert[]) =>
  shown.find((alert) => alert.id === id)?.message ?? words.alert(String(id));
