/**
 * Shares of a whole: a ring for the eye and a table for everyone. The table is
 * what screen readers and the keyboard use; the ring repeats its links.
 */
import { Table } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { formatNumber, formatPercent } from "../texts/format";
import classes from "./Donut.module.css";
import { TextLink } from "./links";
import type { Filters } from "./useFilter";

export interface Share {
  label: string;
  count: number;
  color: string;
  /** The table behind it; without it the share leads nowhere. */
  search?: Filters | undefined;
}

interface DonutProps {
  label: string;
  shares: Share[];
  /** The page that the shares lead to. */
  to: string;
  /** Heads of the table. */
  heads: [what: string, count: string, percent: string];
}

/** A radius whose circle is 100 long: lengths are percents. */
const RADIUS = 100 / (2 * Math.PI);

export function Donut({ label, shares, to, heads }: DonutProps) {
  const total = shares.reduce((sum, { count }) => sum + count, 0);
  const percent = (count: number) => (total === 0 ? 0 : (count * 100) / total);
  return (
    <div className={classes.chart}>
      <svg viewBox="0 0 42 42" className={classes.ring} aria-hidden="true">
        <circle cx="21" cy="21" r={RADIUS} className={classes.track} />
        {shares.map((share, index) => {
          const before = shares.slice(0, index).reduce((sum, { count }) => sum + count, 0);
          return (
            <Arc
              key={share.label}
              share={share}
              to={to}
              from={percent(before)}
              length={percent(share.count)}
            />
          );
        })}
      </svg>
      <Table aria-label={label} className={classes.table} verticalSpacing={4} horizontalSpacing={6}>
        <Table.Thead className={classes.heads}>
          <Table.Tr>
            {heads.map((head) => (
              <Table.Th key={head}>{head}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shares.map((share) => (
            <Table.Tr key={share.label}>
              <Table.Td className={classes.share}>
                <span className={classes.key} style={{ background: share.color }} aria-hidden />
                {share.search ? (
                  <TextLink to={to} search={share.search} size="sm" preload={false}>
                    {share.label}
                  </TextLink>
                ) : (
                  share.label
                )}
              </Table.Td>
              <Table.Td className={classes.number}>{formatNumber(share.count)}</Table.Td>
              <Table.Td className={classes.number}>{formatPercent(percent(share.count))}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

interface ArcProps {
  share: Share;
  to: string;
  from: number;
  length: number;
}

function Arc({ share, to, from, length }: ArcProps) {
  const arc = (
    <circle
      cx="21"
      cy="21"
      r={RADIUS}
      className={classes.arc}
      stroke={share.color}
      strokeDasharray={`${length} ${100 - length}`}
      strokeDashoffset={25 - from}
    >
      <title>{`${share.label}: ${formatNumber(share.count)}`}</title>
    </circle>
  );
  if (!share.search) return arc;
  return (
    <Link to={to} search={share.search} tabIndex={-1} preload={false}>
      {arc}
    </Link>
  );
}
