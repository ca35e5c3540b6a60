/** Runs of the last day that failed. */
import { Group, Text } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { runs } from "../runs/messages";
import { type Run, whatOf } from "../runs/queries";
import { TextLink } from "../ui/links";
import { Ago } from "../ui/Moment";
import { FindingPanel } from "./FindingPanel";
import type { Found } from "./findings";
import classes from "./Lines.module.css";
import { overview as words } from "./messages";

interface RunsPanelProps {
  query: UseQueryResult<{ count: number; newest: Run[] }>;
  /** Nothing as long as it is not known. */
  found: Found;
  why: string | undefined;
}

export function RunsPanel({ query, found, why }: RunsPanelProps) {
  const { count, newest = [] } = query.data ?? {};
  return (
    <FindingPanel
      title={words.runsFailed}
      found={found}
      text={words.runsCount(count ?? 0)}
      to="/runs"
      search={{ status: "failed", days: "1" }}
      tone="warning"
      none={words.runsNone}
      why={why}
      query={query}
    >
      <ul className={classes.lines}>
        {newest.map((run) => (
          <li key={run.id}>
            <Group justify="space-between" gap="xs" wrap="nowrap">
              <Group gap={8} wrap="nowrap" miw={0}>
                <TextLink
                  to="/runs/$runId"
                  params={{ runId: String(run.id) }}
                  size="sm"
                  truncate
                  preload={false}
                >
                  {whatOf(run, runs.type)}
                </TextLink>
                <Text size="xs" c="dimmed" truncate>
                  {run.hostname}
                </Text>
              </Group>
              <Text size="xs" c="dimmed" component="div">
                <Ago time={run.time} />
              </Text>
            </Group>
          </li>
        ))}
      </ul>
    </FindingPanel>
  );
}
