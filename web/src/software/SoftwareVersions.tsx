/** The versions of one program, the most installed ones first. */
import { Badge, Group, Text } from "@mantine/core";
import { formatNumber } from "../texts/format";
import { fleetSoftware as words } from "./messages";
import type { Program } from "./queries";

/** Versions shown in a row; the dialog has all. */
export const SHOWN = 4;

export function SoftwareVersions({ all }: { all: Program["versions"] }) {
  const order = all.toSorted((left, right) => right.count - left.count);
  return (
    <Group gap={4}>
      {order.slice(0, SHOWN).map(({ version, count }) => (
        <Badge key={version} variant="light" color="gray" tt="none" c="var(--mantine-color-text)">
          {version || "–"} · {formatNumber(count)}
        </Badge>
      ))}
      {order.length > SHOWN && (
        <Text size="xs" c="dimmed">
          {words.more(formatNumber(order.length - SHOWN))}
        </Text>
      )}
    </Group>
  );
}
