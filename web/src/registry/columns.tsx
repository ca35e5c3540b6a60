/** What the table of values shows, and what can be done with a value. */
import { Menu, Text } from "@mantine/core";
import { IconCursorText, IconDots, IconPencil, IconTrash } from "@tabler/icons-react";
import { formatBytes } from "../texts/format";
import { ActionItem, IconAction } from "../ui/actions";
import type { Column } from "../ui/column";
import { type Base, hasBytes, isNumber, shownData, whyNotEditable } from "./data";
import { registry as words } from "./messages";
import type { Value } from "./queries";

export const labelOf = (name: string) => name || words.defaultName;

interface Asking {
  base: Base;
  /** Why nothing can be changed now. */
  blocked: string | undefined;
  /** Opens a dialog about a value. */
  ask: (dialog: string, name: string) => void;
}

export function valueColumns({ base, blocked, ask }: Asking): Column<Value>[] {
  return [
    {
      id: "name",
      title: words.name,
      width: "28%",
      cell: ({ name, type }) => (
        <>
          <Text inherit fw={500} style={{ overflowWrap: "anywhere" }}>
            {labelOf(name)}
          </Text>
          <Text size="xs" c="dimmed" hiddenFrom="sm">
            {type}
          </Text>
        </>
      ),
      sort: ({ name }) => name,
    },
    { id: "type", title: words.type, width: 150, wide: true, cell: ({ type }) => type },
    {
      id: "data",
      title: words.data,
      cell: (value) => <Data value={value} base={base} />,
    },
    {
      id: "actions",
      title: "",
      width: 48,
      cell: (value) => <Actions value={value} blocked={blocked} ask={ask} />,
    },
  ];
}

function Data({ value, base }: { value: Value; base: Base }) {
  const text = shownData(value, base);
  const isPlain = !hasBytes(value) && !isNumber(value.type);
  return (
    <>
      <Text
        inherit
        ff={isPlain ? undefined : "monospace"}
        c={text === "" ? "dimmed" : undefined}
        lineClamp={3}
        style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}
      >
        {text === "" ? words.empty : text}
      </Text>
      {value.truncated && (
        <Text size="xs" c="dimmed">
          {words.cutTo(formatBytes(value.size))}
        </Text>
      )}
    </>
  );
}

function Actions({ value, blocked, ask }: Omit<Asking, "base"> & { value: Value }) {
  const { name } = value;
  const right = "can_use_registry" as const;
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <IconAction label={words.actions(labelOf(name))}>
          <IconDots size={18} />
        </IconAction>
      </Menu.Target>
      <Menu.Dropdown>
        <ActionItem
          right={right}
          blocked={blocked ?? whyNotEditable(value)}
          leftSection={<IconPencil size={16} />}
          onClick={() => ask("edit-value", name)}
        >
          {words.edit}…
        </ActionItem>
        <ActionItem
          right={right}
          blocked={blocked ?? (name === "" ? words.noName : undefined)}
          leftSection={<IconCursorText size={16} />}
          onClick={() => ask("rename-value", name)}
        >
          {words.rename}…
        </ActionItem>
        <ActionItem
          right={right}
          color="red"
          blocked={blocked}
          leftSection={<IconTrash size={16} />}
          onClick={() => ask("delete-value", name)}
        >
          {words.remove}…
        </ActionItem>
      </Menu.Dropdown>
    </Menu>
  );
}
