/** What can be done with what is chosen: in the menu of the other mouse button and in the toolbar's. */
import { Menu } from "@mantine/core";
import {
  IconArrowsRightLeft,
  IconClipboard,
  IconClipboardText,
  IconCopy,
  IconCut,
  IconDownload,
  IconEdit,
  IconFileZip,
  IconFolderOpen,
  IconFolderPlus,
  IconLock,
  IconPencil,
  IconTrash,
  type TablerIcon,
} from "@tabler/icons-react";
import { ActionItem } from "../../ui/actions";
import { files as words } from "./messages";
import type { Commands } from "./useCommands";

interface Item {
  label: string;
  icon: TablerIcon;
  blocked: string | undefined;
  act: () => unknown;
  keys?: string;
  isRed?: boolean;
}

export function FileMenu({ commands }: { commands: Commands }) {
  const groups = groupsOf(commands);
  return groups.map((items, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the groups are always the same
    <div key={at} role="presentation">
      {at > 0 && <Menu.Divider />}
      {items.map(({ label, icon: Icon, blocked, act, keys, isRed }) => (
        <ActionItem
          key={label}
          blocked={blocked}
          leftSection={<Icon size={15} />}
          rightSection={keys && <kbd>{keys}</kbd>}
          onClick={() => void act()}
          {...(isRed && { color: "red" })}
        >
          {label}
        </ActionItem>
      ))}
    </div>
  ));
}

function groupsOf(commands: Commands): Item[][] {
  const { blocked, other } = commands;
  const across = other && {
    label: words.copyAcrossTo(other.hostname),
    icon: IconArrowsRightLeft,
    blocked: blocked.across,
    act: commands.copyAcross,
  };
  return [
    [
      {
        label: words.open,
        icon: IconFolderOpen,
        blocked: blocked.open,
        act: () => commands.open(),
        keys: "Enter",
      },
      { label: words.edit, icon: IconEdit, blocked: blocked.edit, act: commands.edit },
      { label: words.download, icon: IconDownload, blocked: blocked.some, act: commands.download },
      { label: words.zip, icon: IconFileZip, blocked: blocked.some, act: commands.zip },
      ...(across ? [across] : []),
    ],
    [
      {
        label: words.copy,
        icon: IconCopy,
        blocked: blocked.some,
        act: () => commands.hold("copy"),
        keys: "Ctrl+C",
      },
      {
        label: words.cut,
        icon: IconCut,
        blocked: blocked.some,
        act: () => commands.hold("move"),
        keys: "Ctrl+X",
      },
      {
        label: words.paste,
        icon: IconClipboard,
        blocked: blocked.paste,
        act: commands.paste,
        keys: "Ctrl+V",
      },
      {
        label: words.copyPath,
        icon: IconClipboardText,
        blocked: blocked.some,
        act: commands.copyPath,
      },
    ],
    [
      {
        label: words.newFolder,
        icon: IconFolderPlus,
        blocked: blocked.here,
        act: commands.newFolder,
      },
      {
        label: words.rename,
        icon: IconPencil,
        blocked: blocked.one,
        act: commands.rename,
        keys: "F2",
      },
      {
        label: words.permissions,
        icon: IconLock,
        blocked: blocked.some,
        act: commands.permissions,
      },
      {
        label: words.remove,
        icon: IconTrash,
        blocked: blocked.some,
        act: commands.remove,
        keys: "Del",
        isRed: true,
      },
    ],
  ];
}
