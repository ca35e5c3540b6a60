/** Bytes as programmers look at them: where, in hexadecimal, as text. */
import { Box } from "@mantine/core";
import { hexLines } from "./data";
import { registry as words } from "./messages";

export function HexView({ hex }: { hex: string }) {
  const lines = hexLines(hex);
  if (lines.length === 0) return null;
  return (
    <Box
      component="pre"
      m={0}
      mah={280}
      fz="xs"
      role="region"
      aria-label={words.hexView}
      // A box that scrolls can be reached by keyboard.
      tabIndex={0}
      style={{ overflow: "auto" }}
    >
      {lines.join("\n")}
    </Box>
  );
}
