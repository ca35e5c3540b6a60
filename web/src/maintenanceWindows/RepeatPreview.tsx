/** The repetition in words, and the next five times, while they are chosen. */
import { Paper, Stack, Table, Text } from "@mantine/core";
import { useMemo } from "react";
import { formatIn, isZone } from "../tasks/zones";
import { useNow } from "../ui/Moment";
import { repeats as words } from "./messages";
import { nextOccurrences, type Occurrence } from "./occurrences";
import { ruleOf } from "./repeat";
import { ruleSentence } from "./ruleSentence";
import { lengthOf, type WindowValues } from "./values";
import { ownZone } from "./zone";

const SHOWN = 5;

export function RepeatPreview({ values }: { values: WindowValues }) {
  const now = useNow();
  const { start, time_zone: zone } = values;
  const rrule = ruleOf(values.repeat);
  const minutes = lengthOf(values);
  const next = useMemo(() => {
    if (!isZone(zone) || start === "" || !(minutes > 0)) return [];
    return nextOccurrences({ start, zone, minutes, rrule }, now, SHOWN);
  }, [start, zone, minutes, rrule, now]);
  return (
    <Paper p="sm" radius="md" bg="var(--surface-raised)" role="status">
      <Stack gap="xs">
        <Text size="sm" fw={600}>
          {ruleSentence(rrule, start)}
        </Text>
        {next === null && (
          <Text size="sm" c="var(--tone-warning)">
            {words.previewWrong}
          </Text>
        )}
        {next?.length === 0 && start !== "" && (
          <Text size="sm" c="var(--tone-warning)">
            {words.previewNone}
          </Text>
        )}
        {next !== null && next.length > 0 && <Times next={next} zone={zone} />}
      </Stack>
    </Paper>
  );
}

function Times({ next, zone }: { next: Occurrence[]; zone: string }) {
  const own = ownZone();
  const zones = own === zone ? [zone] : [zone, own];
  return (
    <Table aria-label={words.preview} verticalSpacing={3} horizontalSpacing={6} fz="xs">
      <Table.Thead>
        <Table.Tr>
          {zones.map((one) => (
            <Table.Th key={one}>{one === own ? words.yours : words.inZone(one)}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {next.map(({ start, end }) => (
          <Table.Tr key={start}>
            {zones.map((one) => (
              <Table.Td key={one}>
                {formatIn(iso(start), one)} – {formatIn(iso(end), one)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

const iso = (instant: number) => new Date(instant).toISOString();
