/** One action of a task: a script of the library, or a command. */
import { ActionIcon, Checkbox, Group, NumberInput, Stack, Text, Tooltip } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconGripVertical, IconTrash } from "@tabler/icons-react";
import { useRef } from "react";
import * as rules from "../api/rules.gen";
import { CommandInputs, ScriptInputs } from "./ActionInputs";
import type { TaskForm } from "./form";
import { form as words } from "./messages";
import classes from "./TaskEditor.module.css";

interface ActionFieldsProps {
  form: TaskForm;
  place: number;
  platform: string | undefined;
  isLast: boolean;
  isDragged: boolean;
  /** The action that the mouse has taken; nothing when it lets go. */
  onDrag: (key: string | null) => void;
  onDraggedOver: () => void;
  onMove: (to: number) => void;
}

export function ActionFields(props: ActionFieldsProps) {
  const { form, place } = props;
  const frame = useRef<HTMLFieldSetElement>(null);
  const action = form.values.actions[place];
  if (!action) return null;
  return (
    <fieldset
      ref={frame}
      aria-label={words.action(place + 1)}
      className={classes.action}
      data-dragged={props.isDragged || undefined}
      onDragOver={(event) => event.preventDefault()}
      onDragEnter={props.onDraggedOver}
      onDrop={(event) => event.preventDefault()}
    >
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" gap="xs">
          <Group gap={6} wrap="nowrap">
            <span
              className={classes.grip}
              aria-hidden
              draggable
              onDragStart={(event) => {
                if (frame.current) event.dataTransfer.setDragImage(frame.current, 12, 12);
                event.dataTransfer.effectAllowed = "move";
                props.onDrag(action.key);
              }}
              onDragEnd={() => props.onDrag(null)}
            >
              <IconGripVertical size={18} />
            </span>
            <Text size="sm" fw={600}>
              {words.action(place + 1)}
            </Text>
            <Text size="sm" c="dimmed">
              {action.type === "script" ? words.script : words.command}
            </Text>
          </Group>
          <MoveButtons {...props} />
        </Group>
        {action.type === "script" ? (
          <ScriptInputs form={form} place={place} platform={props.platform} />
        ) : (
          <CommandInputs form={form} place={place} />
        )}
        <Group gap="md" align="flex-end">
          <NumberInput
            label={words.timeout}
            placeholder={action.type === "script" ? words.ownTimeout : ""}
            w={190}
            // As for a command that is started by hand.
            {...rules.RunCommand.timeout}
            {...form.getInputProps(`actions.${place}.timeout`)}
          />
          <Checkbox
            label={words.asUser}
            pb={8}
            {...form.getInputProps(`actions.${place}.run_as_user`, { type: "checkbox" })}
          />
        </Group>
      </Stack>
    </fieldset>
  );
}

/** Buttons stay where Tab finds them; at either end one does nothing. */
function MoveButtons({ form, place, isLast, onMove }: ActionFieldsProps) {
  const up = useRef<HTMLButtonElement>(null);
  const down = useRef<HTMLButtonElement>(null);
  const move = (to: number, button: HTMLButtonElement | null) => {
    onMove(to);
    // Moving a button in the page takes the focus from it.
    setTimeout(() => button?.focus());
  };
  return (
    <Group gap={2} wrap="nowrap">
      <Tooltip label={words.moveUp(place + 1)}>
        <ActionIcon
          ref={up}
          variant="subtle"
          color="gray"
          aria-label={words.moveUp(place + 1)}
          aria-disabled={place === 0}
          data-disabled={place === 0 || undefined}
          onClick={() => move(place - 1, up.current)}
        >
          <IconArrowUp size={16} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={words.moveDown(place + 1)}>
        <ActionIcon
          ref={down}
          variant="subtle"
          color="gray"
          aria-label={words.moveDown(place + 1)}
          aria-disabled={isLast}
          data-disabled={isLast || undefined}
          onClick={() => move(place + 1, down.current)}
        >
          <IconArrowDown size={16} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={words.dropAction(place + 1)}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={words.dropAction(place + 1)}
          onClick={() => {
            form.clearErrors();
            form.removeListItem("actions", place);
          }}
        >
          <IconTrash size={16} />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}
