/** What is done with the chosen updates. */
import { Group, Paper, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { ActionButton } from "../ui/actions";
import { useAction } from "../ui/useAction";
import { DECISIONS, type Decision } from "./choices";
import { fleetUpdates as words } from "./messages";

interface DecisionBarProps {
  count: number;
  decide: (action: Decision) => Promise<unknown>;
  onClear: () => void;
  /** Which agents the decision applies to. */
  reach: string;
  /** Beside the count: choosing more. */
  children?: ReactNode;
}

export function DecisionBar({ count, decide, onClear, reach, children }: DecisionBarProps) {
  const act = useAction({
    act: decide,
    done: (_, action: Decision) => words.decided[action](count),
    refresh: [["updates"], ["agents"]],
    onDone: onClear,
  });
  return (
    <Paper withBorder px="sm" py={6} bg="var(--surface-raised)">
      <Group gap="xs">
        <Text size="sm" fw={600} role="status">
          {words.selected(count)}
        </Text>
        {children}
        {DECISIONS.map(([action, label]) => (
          <ActionButton
            key={action}
            right="can_manage_winupdates"
            size="xs"
            variant="default"
            loading={act.isPending && act.variables === action}
            onClick={() => act.mutate(action)}
          >
            {label}
          </ActionButton>
        ))}
        <Text size="xs" c="dimmed">
          {reach}
        </Text>
        <ActionButton size="xs" variant="subtle" color="gray" ml="auto" onClick={onClear}>
          {words.clear}
        </ActionButton>
      </Group>
    </Paper>
  );
}
