/** Offers the types of checks; choosing one opens its form. */
import { Button, Menu, Text, Tooltip } from "@mantine/core";
import { IconChevronDown, IconPlus } from "@tabler/icons-react";
import { useRights } from "../session/me";
import { useDialog } from "../ui/dialog";
import { form } from "./formMessages";
import { checks as words } from "./messages";
import type { CheckType } from "./types";
import { TYPES } from "./values";

export function AddCheck({ platform }: { platform?: string | undefined }) {
  const dialog = useDialog();
  const { why } = useRights();
  const reason = why("can_manage_checks");
  const button = (
    <Button
      leftSection={<IconPlus size={16} />}
      rightSection={<IconChevronDown size={14} />}
      aria-disabled={reason !== undefined}
      data-disabled={reason ? true : undefined}
    >
      {words.add}
    </Button>
  );
  if (reason) return <Tooltip label={reason}>{button}</Tooltip>;
  return (
    <Menu position="bottom-end" width={290}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {TYPES.map((type) => (
          <Menu.Item key={type} onClick={() => dialog.show("add-check", type)}>
            <Text size="sm" fw={500}>
              {nameOfType(type, platform)}
            </Text>
            <Text size="xs" c="dimmed">
              {words.abouts[type]}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** A service is something else on each platform. */
function nameOfType(type: CheckType, platform: string | undefined): string {
  return (type === "winsvc" && platform && form.service[platform]) || words.types[type];
}
