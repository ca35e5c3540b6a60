/** Shows the key of a VNC server that encrypts by itself, before anything is said to it. */
import { Code, Text } from "@mantine/core";
import { FormDialog } from "../../ui/FormDialog";
import { vnc as words } from "./messages";
import { computerOf } from "./target";
import type { VncPanelState } from "./useVnc";

export function KeyDialog({ vnc, fingerprint }: { vnc: VncPanelState; fingerprint: string }) {
  const { feed, session } = vnc;
  return (
    <FormDialog
      title={words.keyTitle}
      submit={words.keyAction}
      onSubmit={() => feed.accept()}
      onClose={() => feed.giveUp(words.notTrusted)}
    >
      <Text size="sm">{words.keyAbout(computerOf(session))}</Text>
      <Code block>{fingerprint}</Code>
    </FormDialog>
  );
}
