/** Acknowledge, snooze and resolve, as icons at the end of a row. */
import { Group } from "@mantine/core";
import { IconBellZ, IconCheck, IconEye } from "@tabler/icons-react";
import { useRights } from "../session/me";
import { IconAction } from "../ui/actions";
import { useDialog } from "../ui/dialog";
import { alerts as words } from "./messages";
import type { Alert } from "./queries";
import { SnoozeMenu } from "./SnoozeMenu";
import { blockedBy, isSnoozed } from "./state";
import { useAlertActions } from "./useAlertActions";

interface AlertActionsProps {
  alert: Alert;
  /** In the list of the bell: there is no room to write a note, and dialogs close the list. */
  bell?: Bell;
}

export interface Bell {
  /** Something was done: the row may be gone. */
  onDone: () => void;
  onDialog: () => void;
  onMenu: (isOpen: boolean) => void;
}

export function AlertActions({ alert, bell }: AlertActionsProps) {
  const dialog = useDialog();
  const { may } = useRights();
  const actions = useAlertActions(bell?.onDone);
  const right = "can_manage_alerts";
  const { id, message } = alert;
  const ask = (name: string) => {
    bell?.onDialog();
    dialog.show(name, id);
  };
  const noSnooze = blockedBy.snooze(alert);
  return (
    <Group gap={2} wrap="nowrap" justify="flex-end">
      <IconAction
        label={words.acknowledgeOne(message)}
        right={right}
        blocked={blockedBy.acknowledge(alert)}
        onClick={() => (bell ? actions.acknowledge(id) : ask("acknowledge-alert"))}
      >
        <IconEye size={16} />
      </IconAction>
      <SnoozeMenu
        isBlocked={!may(right) || noSnooze !== undefined}
        onSnooze={(until) => actions.snooze({ id, until })}
        onDate={() => ask("snooze-alert")}
        onLift={isSnoozed(alert) ? () => actions.unsnooze(id) : undefined}
        onOpen={bell?.onMenu}
      >
        <IconAction label={words.snoozeOne(message)} right={right} blocked={noSnooze}>
          <IconBellZ size={16} />
        </IconAction>
      </SnoozeMenu>
      <IconAction
        label={words.resolveOne(message)}
        right={right}
        blocked={blockedBy.resolve(alert)}
        onClick={() => actions.resolve(id)}
      >
        <IconCheck size={16} />
      </IconAction>
    </Group>
  );
}
