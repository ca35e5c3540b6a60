/** Text between the two clipboards. */
import { Button, Menu, Text } from "@mantine/core";
import { IconChevronDown, IconClipboard, IconTypography } from "@tabler/icons-react";
import { ActionItem } from "../../ui/actions";
import { ClipboardItems } from "./ClipboardItems";
import { readText, typeText } from "./clipboard";
import { screen as words } from "./messages";
import { options } from "./options";
import type { ScreenState } from "./useScreen";

export function ClipboardMenu({ screen }: { screen: ScreenState }) {
  const { feed, blocked, status } = screen;
  const { remoteText } = status;
  const { sharesClipboard } = screen.options;
  const share = (isShared: boolean) => {
    options.change({ sharesClipboard: isShared });
    // Now the browser asks for its permission; later that would only disturb.
    if (isShared) void readText();
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
        <ClipboardItems target={feed} blocked={blocked} remoteText={remoteText} />
        <ActionItem
          leftSection={<IconTypography size={14} />}
          blocked={blocked}
          onClick={() => void typeText(feed)}
        >
          {words.type}
          <Hint text={words.typeHint} />
        </ActionItem>
        <Menu.Divider />
        <Menu.CheckboxItem checked={sharesClipboard} onChange={share}>
          {words.share}
          <Hint text={words.shareHint} />
        </Menu.CheckboxItem>
      </Menu.Dropdown>
    </Menu>
  );
}

const Hint = ({ text }: { text: string }) => (
  <Text size="xs" c="dimmed">
    {text}
  </Text>
);
