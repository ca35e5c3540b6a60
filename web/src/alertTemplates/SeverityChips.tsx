/** The severities that a channel is used for; none chosen means the usual ones. */
import { Box, Chip, Group, Input } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { form as words } from "./messages";
import { SEVERITIES } from "./values";

interface SeverityChipsProps {
  /** Name of the channel. */
  channel: string;
  /** What an empty list means. */
  empty: string;
  disabled: boolean;
  value?: string[];
  onChange?: (severities: string[]) => void;
  error?: ReactNode;
}

export function SeverityChips({ channel, empty, disabled, ...input }: SeverityChipsProps) {
  const id = useId();
  const chosen = input.value ?? [];
  const hint = disabled ? words.unused : chosen.length === 0 ? empty : undefined;
  return (
    <Input.Wrapper
      label={words.severities}
      labelElement="div"
      labelProps={{ id, "aria-label": words.severitiesOf(channel) }}
      description={hint}
      error={input.error}
      inputWrapperOrder={["label", "input", "description", "error"]}
    >
      <Box role="group" aria-label={words.severitiesOf(channel)}>
        <Chip.Group multiple value={chosen} onChange={(next) => input.onChange?.(next)}>
          <Group gap={6} mt={2}>
            {SEVERITIES.map((severity) => (
              <Chip key={severity} value={severity} size="xs" radius="sm" disabled={disabled}>
                {words.severityNames[severity]}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      </Box>
    </Input.Wrapper>
  );
}
