/** A window as everybody may read it; from here it is changed or deleted. */
import { Group, Modal, Stack } from "@mantine/core";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { formatDuration } from "../texts/format";
import { ActionButton } from "../ui/actions";
import { useDialog } from "../ui/dialog";
import { Facts } from "../ui/Facts";
import { Moment } from "../ui/Moment";
import { ui } from "../ui/messages";
import { windows as words } from "./messages";
import { TargetLink } from "./TargetLink";
import type { MaintenanceWindow } from "./values";
import { WindowState } from "./WindowState";
import { whenText } from "./when";

interface WindowDetailsProps {
  window: MaintenanceWindow;
  onClose: () => void;
}

export function WindowDetails({ window, onClose }: WindowDetailsProps) {
  const { show } = useDialog();
  return (
    <Modal opened onClose={onClose} title={window.name} size="md">
      <Stack gap="md">
        <WindowState window={window} />
        <Facts
          facts={[
            [words.reason, window.reason],
            [words.target, <TargetLink key="target" window={window} />],
            [words.when, whenText(window)],
            [words.zone, window.time_zone],
            [words.length, formatDuration(window.minutes * 60)],
            [
              window.is_open ? words.closes : words.opens,
              window.next_change ? <Moment key="next" time={window.next_change} /> : null,
            ],
            [words.madeBy, window.created_by],
          ]}
        />
        <Group justify="flex-end" gap="xs">
          <ActionButton
            right="can_edit_agent"
            variant="default"
            leftSection={<IconTrash size={16} />}
            onClick={() => show("delete-window", window.id)}
          >
            {ui.remove}
          </ActionButton>
          <ActionButton
            right="can_edit_agent"
            leftSection={<IconPencil size={16} />}
            onClick={() => show("edit-window", window.id)}
          >
            {ui.edit}
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  );
}
