/** How many agents the table has, and how many of them are loaded. */
import { Text } from "@mantine/core";
import { formatNumber } from "../texts/format";
import { agents } from "./messages";

export function FleetCount({ loaded, total }: { loaded: number; total: number }) {
  return (
    <Text size="sm" c="dimmed" role="status" className="numbers">
      {loaded < total
        ? agents.shownOf(formatNumber(loaded), formatNumber(total))
        : agents.shown(total)}
    </Text>
  );
}
