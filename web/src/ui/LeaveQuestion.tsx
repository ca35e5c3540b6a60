/** The question before unsaved work is thrown away, over everything else. */
import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useSyncExternalStore } from "react";
import { ui } from "./messages";
import { unsaved } from "./unsaved";

export function LeaveQuestion() {
  const isAsking = useSyncExternalStore(unsaved.watch, unsaved.isAsking);
  const stay = () => unsaved.answer(false);
  return (
    <Modal
      opened={isAsking}
      onClose={stay}
      title={ui.leaveTitle}
      size="sm"
      zIndex={1000}
      transitionProps={{ duration: 0 }}
    >
      <Stack gap="md">
        <Text size="sm">{ui.leaveText}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={stay} data-autofocus>
            {ui.keepEditing}
          </Button>
          <Button color="red" onClick={() => unsaved.answer(true)}>
            {ui.discard}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
