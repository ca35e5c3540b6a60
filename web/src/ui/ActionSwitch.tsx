/** A switch that acts at once, knows which right it needs, and says why it does nothing. */
import { Box, Switch, Tooltip } from "@mantine/core";
import { useRights } from "../session/me";
import type { Right } from "../session/rights";

interface ActionSwitchProps {
  /** Its name for screen readers. */
  name: string;
  /** Text beside it. */
  label?: string;
  right: Right;
  /** Another reason why it cannot be switched. */
  blocked?: string | undefined;
  checked: boolean;
  onSwitch: (checked: boolean) => void;
}

/**
 * A blocked switch still shows whether it is on, and stays in the order of
 * the Tab key, so that its reason can be found.
 */
export function ActionSwitch(props: ActionSwitchProps) {
  const { why } = useRights();
  const reason = why(props.right) ?? props.blocked;
  return (
    <Tooltip label={reason} disabled={!reason}>
      <Box w="fit-content" opacity={reason ? 0.55 : 1}>
        <Switch
          size="sm"
          label={props.label}
          aria-label={props.name}
          aria-disabled={reason !== undefined}
          checked={props.checked}
          onChange={(event) => {
            if (!reason) props.onSwitch(event.currentTarget.checked);
          }}
        />
      </Box>
    </Tooltip>
  );
}
