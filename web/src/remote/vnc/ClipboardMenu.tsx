/** Text between the two clipboards. */
import { Button, Menu } from "@mantine/core";
import { IconChevronDown, IconClipboard } from "@tabler/icons-react";
import { utf8 } from "../pipe/bytes";
import { ClipboardItems } from "../screen/ClipboardItems";
import { screen as words } from "../screen/messages";
import type { VncPanelState } from "./useVnc";

/** More than this would wait in front of every key. */
const LONGEST = 1024 * 1024;

export function ClipboardMenu({ vnc }: { vnc: VncPanelState }) {
  const { feed, blocked, remoteText } = vnc;
  const sendClipboard = (text: string) => {
    if (utf8(text).length > LONGEST) return false;
    feed.paste(text);
    return true;
  };
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconClipboard size={16} />}
          rightSection={<IconChevronDown size={12} />}
        >
          {words.clipboard}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ClipboardItems target={{ sendClipboard }} blocked={blocked} remoteText={remoteText} />
      </Menu.Dropdown>
    </Menu>
  );
}
