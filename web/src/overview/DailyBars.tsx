/**
 * Counts of the last days: bars for the eye and a table for everyone. The table
 * is what screen readers get; the bars repeat it.
 */
import { Group, Table, Text, VisuallyHidden } from "@mantine/core";
import { formatMoment, formatNumber } from "../texts/format";
import classes from "./DailyBars.module.css";
import { overview as words } from "./messages";
import { spansUntil, sum } from "./trends";

/** One part of each bar, the first at the bottom. */
export interface Part {
  label: string;
  color: string;
  /** One for each day, the oldest first. */
  counts: number[];
}

interface DailyBarsProps {
  label: string;
  parts: Part[];
  /** When the last day ends, in milliseconds. */
  now: number;
}

export function DailyBars({ label, parts, now }: DailyBarsProps) {
  const spans = spansUntil(now);
  const totals = spans.map((_, day) => sum(parts.map(({ counts }) => counts[day] ?? 0)));
  const highest = Math.max(1, ...totals);
  return (
    <>
      {parts.length > 1 && <Key parts={parts} />}
      <div className={classes.bars} aria-hidden>
        {spans.map((span, day) => (
          <div key={span.from} title={titleOf(parts, day, span)}>
            <div className={classes.column}>
              <span className={classes.total}>{formatNumber(totals[day] ?? 0)}</span>
              {parts.toReversed().map(({ label: part, color, counts }) => (
                <div
                  key={part}
                  style={{ background: color, height: `${(75 * (counts[day] ?? 0)) / highest}%` }}
                />
              ))}
            </div>
            <span className={classes.ago}>{words.daysAgo(spans.length - day)}</span>
          </div>
        ))}
      </div>
      <Text size="xs" c="dimmed" ta="right">
        {words.eachBar}
      </Text>
      <VisuallyHidden>
        <CountTable label={label} parts={parts} spans={spans} />
      </VisuallyHidden>
    </>
  );
}

interface Span {
  from: number;
  to: number;
}

const spanOf = ({ from, to }: Span) => words.span(formatMoment(from), formatMoment(to));

function titleOf(parts: Part[], day: number, span: Span): string {
  const lines = parts.map(({ label, counts }) => `${label}: ${formatNumber(counts[day] ?? 0)}`);
  return [spanOf(span), ...lines].join("\n");
}

function Key({ parts }: { parts: Part[] }) {
  return (
    <Group gap="md">
      {parts.map(({ label, color, counts }) => (
        <Text key={label} size="sm" className={classes.key}>
          <span className={classes.colour} style={{ background: color }} aria-hidden />
          {label}: {formatNumber(sum(counts))}
        </Text>
      ))}
    </Group>
  );
}

function CountTable({
  label,
  parts,
  spans,
}: Pick<DailyBarsProps, "label" | "parts"> & { spans: Span[] }) {
  return (
    <Table aria-label={label}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{words.time}</Table.Th>
          {parts.map((part) => (
            <Table.Th key={part.label}>{part.label}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {spans.map((span, day) => (
          <Table.Tr key={span.from}>
            <Table.Th scope="row">{spanOf(span)}</Table.Th>
            {parts.map((part) => (
              <Table.Td key={part.label}>{formatNumber(part.counts[day] ?? 0)}</Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
