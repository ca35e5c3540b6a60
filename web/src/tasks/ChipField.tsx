/** Several of a few choices: each is a box to tick, all in view. */
import { Box, Button, Chip, Group, Input } from "@mantine/core";
import { type ReactNode, useId } from "react";
import classes from "./TaskEditor.module.css";

interface ChipFieldProps {
  label: string;
  choices: { value: string; label: string; name: string }[];
  /** Text of the button that chooses all. */
  all?: string;
  /** In rows of seven, as on a calendar. */
  grid?: boolean;
  value?: string[];
  onChange?: (chosen: string[]) => void;
  error?: ReactNode;
}

export function ChipField({ label, choices, all, grid = false, ...input }: ChipFieldProps) {
  const id = useId();
  const chosen = input.value ?? [];
  const chips = choices.map((choice) => (
    <Chip
      key={choice.value}
      value={choice.value}
      size="xs"
      radius="sm"
      aria-label={choice.name}
      aria-invalid={input.error ? true : undefined}
    >
      {choice.label}
    </Chip>
  ));
  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id }} error={input.error}>
      <Box role="group" aria-labelledby={id}>
        <Chip.Group multiple value={chosen} onChange={(next) => input.onChange?.(next)}>
          {grid ? (
            <div className={classes.days}>{chips}</div>
          ) : (
            <Group gap={6} mt={2}>
              {chips}
              {all && chosen.length < choices.length && (
                <Button
                  size="compact-xs"
                  variant="subtle"
                  onClick={() => input.onChange?.(choices.map((choice) => choice.value))}
                >
                  {all}
                </Button>
              )}
            </Group>
          )}
        </Chip.Group>
      </Box>
    </Input.Wrapper>
  );
}
