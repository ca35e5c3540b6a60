/** Which key is shown, and what can be done with it. */
import { Button, Group, Menu, TextInput } from "@mantine/core";
import {
  IconCursorText,
  IconDots,
  IconFolderPlus,
  IconPlus,
  IconRefresh,
  IconTrash,
} from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ActionButton, ActionItem, IconAction } from "../ui/actions";
import { useDialog } from "../ui/dialog";
import { useFilter } from "../ui/useFilter";
import { BaseSwitch } from "./BaseSwitch";
import type { Base } from "./data";
import { registry as words } from "./messages";
import { nameOf, normalised, ROOT, whyFixed, whyNoKeys } from "./path";

interface ToolbarProps {
  agentId: string;
  path: string;
  numbers: Base;
  /** Why nothing can be done now. */
  blocked: string | undefined;
  go: (path: string) => void;
}

export function Toolbar({ agentId, path, numbers, blocked, go }: ToolbarProps) {
  const client = useQueryClient();
  const { show } = useDialog();
  const [, setNumbers] = useFilter("numbers");
  const right = "can_use_registry" as const;
  const fixed = blocked ?? whyFixed(path);
  return (
    <Group gap="xs">
      <PathBox path={path} go={go} />
      <ActionButton
        right={right}
        blocked={blocked ?? (path === ROOT ? words.noValuesHere : undefined)}
        leftSection={<IconPlus size={16} />}
        onClick={() => show("add-value")}
      >
        {words.newValue}
      </ActionButton>
      <ActionButton
        right={right}
        variant="default"
        blocked={blocked ?? whyNoKeys(path)}
        leftSection={<IconFolderPlus size={16} />}
        onClick={() => show("add-key")}
      >
        {words.newKey}
      </ActionButton>
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <IconAction label={words.actions(nameOf(path))} variant="default" size={36}>
            <IconDots size={18} />
          </IconAction>
        </Menu.Target>
        <Menu.Dropdown>
          <ActionItem
            right={right}
            blocked={fixed}
            leftSection={<IconCursorText size={16} />}
            onClick={() => show("rename-key")}
          >
            {words.renameKey}…
          </ActionItem>
          <ActionItem
            right={right}
            color="red"
            blocked={fixed}
            leftSection={<IconTrash size={16} />}
            onClick={() => show("delete-key")}
          >
            {words.deleteKey}…
          </ActionItem>
        </Menu.Dropdown>
      </Menu>
      <IconAction
        label={words.refresh}
        blocked={blocked}
        variant="default"
        size={36}
        onClick={() => void client.invalidateQueries({ queryKey: ["registry", agentId] })}
      >
        <IconRefresh size={18} />
      </IconAction>
      <BaseSwitch base={numbers} onChange={(next) => setNumbers(next === "hex" ? null : next)} />
    </Group>
  );
}

/** A path can be typed or pasted, in the form of any program. */
function PathBox({ path, go }: Pick<ToolbarProps, "path" | "go">) {
  const [draft, setDraft] = useState({ path, typed: path });
  const typed = draft.path === path ? draft.typed : path;
  return (
    <form
      style={{ flex: "1 1 320px" }}
      onSubmit={(event) => {
        event.preventDefault();
        setDraft({ path, typed: path });
        go(normalised(typed));
      }}
    >
      <Group gap="xs" wrap="nowrap">
        <TextInput
          aria-label={words.path}
          value={typed}
          onChange={(event) => setDraft({ path, typed: event.currentTarget.value })}
          spellCheck={false}
          autoComplete="off"
          flex={1}
        />
        <Button type="submit" variant="default">
          {words.go}
        </Button>
      </Group>
    </form>
  );
}
