/** What a check found when it last ran. */
import { Alert, Code, Group, Stack, Table, Text } from "@mantine/core";
import { runs } from "../runs/messages";
import { OutputPane } from "../runs/OutputPane";
import { formatDuration, formatMoment } from "../texts/format";
import { Ago } from "../ui/Moment";
import { Panel, PanelTitle } from "../ui/Page";
import { Empty } from "../ui/states";
import { entriesOf } from "./entries";
import { checks as words } from "./messages";
import type { Check, CheckResult } from "./types";

export function NewestOutput({ check, result }: { check: Check; result: CheckResult | null }) {
  return (
    <Panel>
      <PanelTitle>{words.output}</PanelTitle>
      {result?.problem && (
        <Alert color="red" mb="sm">
          {result.problem}
        </Alert>
      )}
      {result?.last_run ? (
        <Found check={check} result={result} />
      ) : (
        <Empty title={words.noOutput} hint={words.noOutputHint} />
      )}
    </Panel>
  );
}

function Found({ check, result }: { check: Check; result: CheckResult }) {
  const needed = check.fails_b4_alert ?? 1;
  return (
    <Stack gap="sm">
      {result.more_info && <Text style={{ overflowWrap: "anywhere" }}>{result.more_info}</Text>}
      <Group gap="md">
        {typeof result.retcode === "number" && (
          <Text size="sm">
            {words.returnCode} <Code fz="sm">{result.retcode}</Code>
          </Text>
        )}
        <Text size="sm" c="dimmed" component="div">
          <Ago time={result.last_run ?? null} />
          {typeof result.execution_time === "number" &&
            ` · ${formatDuration(result.execution_time)}`}
        </Text>
        {result.fail_count > 0 && (
          <Text size="sm" c="dimmed">
            {result.fail_count < needed
              ? words.failsOf(result.fail_count, needed)
              : words.failedTimes(result.fail_count)}
          </Text>
        )}
      </Group>
      {(result.stdout || check.check_type === "script") && (
        <OutputPane
          title={runs.stdout}
          text={result.stdout}
          done
          fileName={`check-${check.id}-stdout.txt`}
        />
      )}
      {result.stderr !== "" && (
        <OutputPane
          title={runs.stderr}
          text={result.stderr}
          bad
          done
          fileName={`check-${check.id}-stderr.txt`}
        />
      )}
      <Entries result={result} />
    </Stack>
  );
}

/** The entries of a log that were found. */
function Entries({ result }: { result: CheckResult }) {
  const entries = entriesOf(result.extra_details);
  if (entries.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach it
    <section aria-label={words.entries} tabIndex={0} style={{ overflow: "auto", maxHeight: 360 }}>
      <Table aria-label={words.entries} fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.entryTime}</Table.Th>
            <Table.Th>{words.entrySource}</Table.Th>
            <Table.Th>{words.entryMessage}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map((entry) => (
            <Table.Tr key={entry.key}>
              <Table.Td>{entry.time === null ? "" : formatMoment(entry.time)}</Table.Td>
              <Table.Td>{entry.source}</Table.Td>
              <Table.Td style={{ overflowWrap: "anywhere" }}>{entry.message}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
