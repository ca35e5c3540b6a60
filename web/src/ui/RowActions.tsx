/** The pencil and the bin at the end of a row; each opens the dialog of its noun. */
import { Group } from "@mantine/core";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Right } from "../session/rights";
import { IconAction } from "./actions";
import { useDialog } from "./dialog";

interface RowActionsProps {
  /** Dialogs are called `edit-<noun>:<id>` and `delete-<noun>:<id>`. */
  noun: string;
  id: number;
  right: Right;
  /** Names of the two, with the row's own name in them; without the first it cannot be edited. */
  edit?: string;
  remove: string;
  /** Shown before them. */
  children?: ReactNode;
}

export function RowActions({ noun, id, right, edit, remove, children }: RowActionsProps) {
  const dialog = useDialog();
  return (
    <Group gap={2} wrap="nowrap" justify="flex-end">
      {children}
      {edit && (
        <IconAction label={edit} right={right} onClick={() => dialog.show(`edit-${noun}`, id)}>
          <IconPencil size={16} />
        </IconAction>
      )}
      <IconAction label={remove} right={right} onClick={() => dialog.show(`delete-${noun}`, id)}>
        <IconTrash size={16} />
      </IconAction>
    </Group>
  );
}
