/** On a run that is not over: be told once when it ends. */
import { Button, Group, Text } from "@mantine/core";
import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { ActionButton, IconAction } from "../ui/actions";
import { watchOfRun } from "./find";
import { watches as words } from "./messages";
import { watchesQuery } from "./queries";
import { useWatching } from "./useWatching";

/** Beside the run's output. */
export function RunWatch({ id }: { id: number }) {
  const { watch, add, remove } = useRunWatch(id);
  if (watch) {
    return (
      <Group gap="xs">
        <Text size="sm" c="dimmed" role="status">
          {words.waits.ended}
        </Text>
        <Button
          size="xs"
          variant="default"
          aria-label={words.stop.ended}
          onClick={() => remove.mutate(watch.id)}
        >
          {words.cancel}
        </Button>
      </Group>
    );
  }
  return (
    <ActionButton
      size="xs"
      variant="default"
      leftSection={<IconEye size={15} />}
      loading={add.isPending}
      onClick={() => add.mutate({ run: id, event: "ended" })}
    >
      {words.tell.ended}
    </ActionButton>
  );
}

/** In the run's row. */
export function RunWatchIcon({ id }: { id: number }) {
  const { watch, add, remove } = useRunWatch(id);
  if (watch) {
    return (
      <IconAction label={words.stop.ended} onClick={() => remove.mutate(watch.id)}>
        <IconEyeOff size={16} />
      </IconAction>
    );
  }
  return (
    <IconAction label={words.tell.ended} onClick={() => add.mutate({ run: id, event: "ended" })}>
      <IconEye size={16} />
    </IconAction>
  );
}

function useRunWatch(id: number) {
  const { data } = useQuery(watchesQuery);
  return { watch: watchOfRun(data, id), ...useWatching() };
}
