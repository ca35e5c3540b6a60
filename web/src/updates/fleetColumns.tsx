/** What the updates of the whole fleet show, row by row. */
import { Anchor, Text } from "@mantine/core";
import { formatNumber } from "../texts/format";
import type { Column } from "../ui/column";
import { ArticleLinks } from "./ArticleLinks";
import { decisionsText } from "./choices";
import { updates, fleetUpdates as words } from "./messages";
import type { FleetUpdate } from "./queries";

export function fleetUpdateColumns(onAgents: (guid: string) => void): Column<FleetUpdate>[] {
  const counted = (id: "installed" | "failed"): Column<FleetUpdate> => ({
    id,
    title: words[id],
    width: 100,
    align: "right",
    wide: true,
    cell: ({ counts }) => (counts[id] === 0 ? "" : formatNumber(counts[id])),
    sort: ({ counts }) => counts[id],
  });
  return [
    {
      id: "title",
      title: updates.update,
      cell: (update) => (
        <>
          {update.title}{" "}
          <Text span size="xs">
            <ArticleLinks update={update} />
          </Text>
        </>
      ),
      sort: (update) => update.title,
    },
    {
      id: "severity",
      title: updates.severity,
      width: 110,
      cell: (update) => update.severity,
      sort: (update) => update.severity,
    },
    {
      id: "decision",
      title: updates.decision,
      width: 170,
      cell: ({ actions }) => decisionsText(actions),
      file: ({ actions }) => decisionsText(actions),
    },
    {
      id: "source",
      title: updates.source,
      width: 100,
      wide: true,
      cell: (update) => update.source,
      file: (update) => update.source,
    },
    {
      id: "pending",
      title: words.pending,
      width: 100,
      align: "right",
      cell: ({ counts, guid, title }) => (
        <Anchor
          component="button"
          inherit
          aria-label={words.openAgents(title, counts.pending)}
          onClick={() => onAgents(guid)}
        >
          {formatNumber(counts.pending)}
        </Anchor>
      ),
      sort: ({ counts }) => counts.pending,
    },
    counted("failed"),
    counted("installed"),
  ];
}
