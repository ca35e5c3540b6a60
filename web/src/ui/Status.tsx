/** A state: a dot for the eye, a word for everyone. */
import { Box, Group, Text } from "@mantine/core";
import classes from "./Status.module.css";
import { type Tone, toneColor } from "./theme";

interface StatusProps {
  tone: Tone;
  label: string;
  /** Something is going on right now. */
  busy?: boolean;
}

export function Status({ tone, label, busy = false }: StatusProps) {
  return (
    <Group gap={7} wrap="nowrap" component="span" display="inline-flex">
      <Dot tone={tone} busy={busy} />
      <Text span inherit c={toneColor(tone)} fw={500} style={{ whiteSpace: "nowrap" }}>
        {label}
      </Text>
    </Group>
  );
}

export function Dot({ tone, busy = false }: { tone: Tone; busy?: boolean }) {
  return (
    <Box
      component="span"
      className={classes.dot}
      data-busy={busy || undefined}
      style={{ "--dot": toneColor(tone) }}
      aria-hidden
    />
  );
}
