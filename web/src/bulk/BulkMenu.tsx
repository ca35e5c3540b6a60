/** Chooses what to do with many agents. Forbidden actions say why. */
import { Button, Menu } from "@mantine/core";
import {
  IconBolt,
  IconChevronDown,
  IconCloudDownload,
  IconCode,
  IconDownload,
  IconFirstAidKit,
  IconHeartbeat,
  IconPackage,
  IconPencil,
  IconPower,
  IconRotateClockwise,
  IconTerminal2,
  IconTrash,
  type TablerIcon,
} from "@tabler/icons-react";
import { useRights } from "../session/me";
import { ActionItem } from "../ui/actions";
import { bulk as words } from "./messages";
import { type BulkMode, isDestructive, MODES, refusalOf } from "./modes";

const ICONS: Record<BulkMode, TablerIcon> = {
  command: IconTerminal2,
  script: IconCode,
  checks: IconHeartbeat,
  patch: IconDownload,
  software: IconPackage,
  edit: IconPencil,
  wol: IconBolt,
  update: IconCloudDownload,
  recover: IconFirstAidKit,
  reboot: IconRotateClockwise,
  shutdown: IconPower,
  remove: IconTrash,
};

interface BulkMenuProps {
  label?: string;
  variant?: "filled" | "default";
  onPick: (mode: BulkMode) => void;
}

export function BulkMenu({ label = words.actions, variant = "filled", onPick }: BulkMenuProps) {
  const { why } = useRights();
  return (
    <Menu position="bottom-start" width={230}>
      <Menu.Target>
        <Button size="xs" variant={variant} rightSection={<IconChevronDown size={14} />}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(Object.keys(MODES) as BulkMode[]).map((mode) => {
          const Icon = ICONS[mode];
          return (
            <ActionItem
              key={mode}
              blocked={refusalOf(mode, why)}
              {...(isDestructive(mode) && { color: "red" })}
              leftSection={<Icon size={16} />}
              onClick={() => onPick(mode)}
            >
              {words.modes[mode]}…
            </ActionItem>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
