/** Asks before a session is closed in which something may be running. */
import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { ui } from "../../ui/messages";
import { useAction } from "../../ui/useAction";
import { remote as words } from "../messages";
import { endSession } from "../queries";
import { type OpenSession, sessions } from "../sessions";

interface CloseDialogProps {
  session: OpenSession;
  onClose: () => void;
}

export function CloseDialog({ session, onClose }: CloseDialogProps) {
  const asks = session.kind === "files" ? words.closeFiles : words.closeTerminal;
  const leave = () => {
    sessions.remove(session.id);
    onClose();
  };
  const end = useAction({
    act: () => endSession(session.id),
    refresh: [["remote"]],
    onDone: leave,
  });
  return (
    <Modal opened onClose={onClose} title={asks.title}>
      <Stack gap="md">
        <Text size="sm">{asks.text(session.hostname)}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            {ui.cancel}
          </Button>
          <Button variant="default" onClick={leave}>
            {words.leaveOpen}
          </Button>
          <Button color="red" loading={end.isPending} onClick={() => end.mutate()}>
            {words.end}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
