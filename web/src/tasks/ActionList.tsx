/** What a task does, in order: moved with the mouse, or with buttons from the keyboard. */
import { Button, Checkbox, Group, Stack, Text, VisuallyHidden } from "@mantine/core";
import { IconCode, IconTerminal2 } from "@tabler/icons-react";
import { useState } from "react";
import { ActionFields } from "./ActionFields";
import type { TaskForm } from "./form";
import { form as words } from "./messages";
import { newAction } from "./values";

/** The server refuses more than this. */
const MOST = 50;

interface ActionListProps {
  form: TaskForm;
  /** Scripts for other platforms are not offered. */
  platform: string | undefined;
}

export function ActionList({ form, platform }: ActionListProps) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [announced, setAnnounced] = useState("");
  const { actions } = form.values;
  const move = (from: number, to: number) => {
    if (to < 0 || to >= actions.length || from === to) return;
    // Errors of an action are kept only while it stays where it is.
    form.clearErrors();
    form.reorderListItem("actions", { from, to });
    setAnnounced(words.moved(to + 1));
  };
  const draggedOver = (place: number) => {
    const from = actions.findIndex((action) => action.key === dragged);
    if (from >= 0) move(from, place);
  };
  const add = (type: "script" | "cmd") => form.insertListItem("actions", newAction(type));
  const { error } = form.getInputProps("actions") as { error?: string };
  return (
    <Stack gap="sm">
      <VisuallyHidden role="status">{announced}</VisuallyHidden>
      {actions.map((action, place) => (
        <ActionFields
          key={action.key}
          form={form}
          place={place}
          platform={platform}
          isLast={place === actions.length - 1}
          isDragged={dragged === action.key}
          onDrag={setDragged}
          onDraggedOver={() => draggedOver(place)}
          onMove={(to) => move(place, to)}
        />
      ))}
      {(error || actions.length === 0) && (
        <Text
          size="sm"
          c="var(--mantine-color-error)"
          role="alert"
          tabIndex={-1}
          data-wrong={error ? true : undefined}
        >
          {error ?? words.noActions}
        </Text>
      )}
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconCode size={16} />}
          disabled={actions.length >= MOST}
          onClick={() => add("script")}
        >
          {words.addScript}
        </Button>
        <Button
          variant="default"
          leftSection={<IconTerminal2 size={16} />}
          disabled={actions.length >= MOST}
          onClick={() => add("cmd")}
        >
          {words.addCommand}
        </Button>
      </Group>
      {actions.length > 1 && (
        <Checkbox
          label={words.continueOnError}
          {...form.getInputProps("continue_on_error", { type: "checkbox" })}
        />
      )}
    </Stack>
  );
}
