/** What to do about an open tunnel that a browser cannot show: a command for one's own client. */
import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { ui } from "../../ui/messages";
import type { RemoteSession } from "../queries";
import { CommandLine } from "./CommandLine";
import { clientOf, OWN_HOST } from "./command";
import { vnc as words } from "./messages";
import { targetName } from "./target";

interface TunnelDialogProps {
  session: RemoteSession;
  /** It is VNC all the same, at a port of its own. */
  onVnc: () => void;
  onClose: () => void;
}

export default function TunnelDialog({ session, onVnc, onClose }: TunnelDialogProps) {
  const { host, port, hostname } = session;
  const client = clientOf(port);
  return (
    <Modal opened onClose={onClose} title={words.tunnelTitle(targetName(session), hostname)}>
      <Stack gap="md">
        <Text size="sm">{words.tunnelAbout(client === "tcp" ? null : words.clients[client])}</Text>
        <CommandLine
          client={client}
          agent={session}
          host={host === OWN_HOST ? "" : host}
          port={port}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onVnc}>
            {words.joinAsVnc}
          </Button>
          <Button onClick={onClose} data-autofocus>
            {ui.close}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
