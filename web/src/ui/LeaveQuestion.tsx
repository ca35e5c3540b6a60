/** The question before unsaved work is thrown away, over everything else. */
import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { useSyncExternalStore } from "react";
import { ui } from "./messages";
import { unsaved } from "./unsaved";

export function LeaveQuestion() {
  const isAsking = useSyncExternalStore(unsaved.watch, unsaved.isAsking);
  const stay = () => unsaved.answer(false);
  // The same key must not reach the dialog below, which would ask again. This listens first: it
  // is there before any dialog is opened.
  useWindowEvent(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || !isAsking) return;
      event.stopImmediatePropagation();
      stay();
    },
    { capture: true },
  );
  return (
    <Modal
      opened={isAsking}
      onClose={stay}
      closeOnEscape={false}
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
