/** Columns of the agent table for what agents measure: the newest value of each, read only while such a column is shown. */
import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Schema } from "../api/client";
import { formatInUnit } from "../texts/units";
import type { GridColumn } from "../ui/grid/columns";
import type { AgentRow } from "./fleetRows";
import { metricColumn as words } from "./metricMessages";
import { fleetMetricQuery } from "./queries";

type FleetValue = Schema<"FleetValue">;

type Column = GridColumn<AgentRow>;
type MetricName = keyof typeof words.title;

/** Each metric with its unit, in the order of the column chooser. */
const UNITS: Record<MetricName, string> = {
  cpu: "percent",
  memory: "percent",
  swap: "percent",
  load1: "load",
  load5: "load",
  load15: "load",
  disk_used: "percent",
  disk_free: "bytes",
  inodes_used: "percent",
  disk_read: "bytes_per_second",
  disk_write: "bytes_per_second",
  net_received: "bytes_per_second",
  net_sent: "bytes_per_second",
  processes: "count",
  temperature: "celsius",
};

const NAMES = Object.keys(UNITS) as MetricName[];

const idOf = (name: MetricName) => `metric:${name}`;

/** The newest values by agent; nothing before they are read. */
type Newest = Map<string, FleetValue> | undefined;

/** Of a metric that is not shown, or not read yet, every cell is empty. */
export function metricColumnOf(name: MetricName, newest?: Newest): Column {
  const valueIn = ({ agent_id }: AgentRow) => newest?.get(agent_id)?.value ?? null;
  const text = (agent: AgentRow) => {
    const value = valueIn(agent);
    if (value !== null) return formatInUnit(value, UNITS[name]);
    return newest ? words.unknown : "";
  };
  return {
    id: idOf(name),
    title: words.title[name],
    width: 130,
    align: "right",
    hidden: true,
    sort: valueIn,
    text,
    // Which disk, interface or sensor it is.
    tip: (agent) => {
      const label = newest?.get(agent.agent_id)?.label;
      return label ? words.of(label, text(agent)) : undefined;
    },
    file: (agent) => String(valueIn(agent) ?? ""),
  };
}

/** For the column chooser. */
export const METRIC_COLUMNS: Column[] = NAMES.map((name) => metricColumnOf(name));

/** The columns with the values of those that are shown: one request for each, again every five minutes. */
export function useMetricColumns(columns: Column[], shown: string[]): Column[] {
  const names = NAMES.filter((name) => shown.includes(idOf(name)));
  const answers = useQueries({ queries: names.map(fleetMetricQuery), combine: dataOf });
  // A text, because a list would be another one each time.
  const key = names.join();
  return useMemo(() => {
    const asked = key === "" ? [] : (key.split(",") as MetricName[]);
    return withValues(
      columns,
      asked.map((name, place) => metricColumnOf(name, byAgent(answers[place]))),
    );
  }, [columns, key, answers]);
}

/** With these columns instead of those that have the same name. */
export function withValues(columns: Column[], filled: Column[]): Column[] {
  if (filled.length === 0) return columns;
  const known = new Map(filled.map((column) => [column.id, column]));
  return columns.map((column) => known.get(column.id) ?? column);
}

/** The same list as long as no answer has changed. */
const dataOf = (results: { data: FleetValue[] | undefined }[]) => results.map(({ data }) => data);

const byAgent = (rows: FleetValue[] | undefined): Newest =>
  rows && new Map(rows.map((row) => [row.agent_id, row]));
