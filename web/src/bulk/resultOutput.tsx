/** What an agent printed, at a glance: its first lines, errors where there is nothing else. */
import { Text } from "@mantine/core";
import { firstLines } from "../terminal/terminal";

interface Printed {
  stdout: string;
  stderr: string;
}

const LINES = 2;

/** A failure is explained by its errors, a success by its output. */
export function glance({ stdout, stderr }: Printed, isBad: boolean, lines = LINES): string {
  const [first, second] = isBad ? [stderr, stdout] : [stdout, stderr];
  return firstLines(first, lines) || firstLines(second, lines);
}

interface GlanceProps {
  printed: Printed;
  isBad: boolean;
  lines?: number;
}

export function Glance({ printed, isBad, lines = LINES }: GlanceProps) {
  const text = glance(printed, isBad, lines);
  if (text === "") return null;
  return (
    <Text
      ff="monospace"
      size="xs"
      lineClamp={lines}
      style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}
    >
      {text}
    </Text>
  );
}
