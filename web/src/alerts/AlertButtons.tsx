/** What can be done with an alert, on its own page. */
import { IconBellZ, IconCheck, IconEye, IconTrash } from "@tabler/icons-react";
import { useRights } from "../session/me";
import { ActionButton, IconAction } from "../ui/actions";
import { useDialog } from "../ui/dialog";
import { alerts as words } from "./messages";
import type { Alert } from "./queries";
import { SnoozeMenu } from "./SnoozeMenu";
import { blockedBy, isSnoozed } from "./state";
import { useAlertActions } from "./useAlertActions";

export function AlertButtons({ alert }: { alert: Alert }) {
  const { show } = useDialog();
  const { may } = useRights();
  const actions = useAlertActions();
  const right = "can_manage_alerts";
  const { id } = alert;
  const noSnooze = blockedBy.snooze(alert);
  // The note can be changed as long as the alert is open.
  const noNote = alert.acknowledged ? noSnooze : blockedBy.acknowledge(alert);
  return (
    <>
      <ActionButton
        right={right}
        blocked={noNote}
        variant="default"
        leftSection={<IconEye size={16} />}
        onClick={() => show("acknowledge-alert", id)}
      >
        {alert.acknowledged ? words.changeNote : words.acknowledge}
      </ActionButton>
      <SnoozeMenu
        isBlocked={!may(right) || noSnooze !== undefined}
        onSnooze={(until) => actions.snooze({ id, until })}
        onDate={() => show("snooze-alert", id)}
        onLift={isSnoozed(alert) ? () => actions.unsnooze(id) : undefined}
      >
        <ActionButton
          right={right}
          blocked={noSnooze}
          variant="default"
          leftSection={<IconBellZ size={16} />}
        >
          {words.snooze}
        </ActionButton>
      </SnoozeMenu>
      <ActionButton
        right={right}
        blocked={blockedBy.resolve(alert)}
        leftSection={<IconCheck size={16} />}
        loading={actions.busy}
        onClick={() => actions.resolve(id)}
      >
        {words.resolve}
      </ActionButton>
      <IconAction
        label={words.removeOne(alert.message)}
        right={right}
        size="lg"
        onClick={() => show("delete-alert", id)}
      >
        <IconTrash size={18} />
      </IconAction>
    </>
  );
}
