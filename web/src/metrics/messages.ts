import { count, texts } from "../texts/texts";
import type { Range } from "./range";

export const metrics = texts({
  graphs: "Graphs",
  keys: "Drag to zoom, double-click to go back. With the keyboard: arrow keys move in time, + and − zoom, Escape goes back.",
  range: "Time shown",
  ranges: {
    hour: "Hour",
    day: "Day",
    week: "Week",
    month: "Month",
    year: "Year",
  } satisfies Record<Range, string>,
  earlier: "Earlier",
  later: "Later",
  closer: "Zoom in",
  farther: "Zoom out",
  back: "Back to the chosen range",
  compare: "Compare with another agent",
  compared: (host: string) => `Compared with ${host} (dashed)`,
  endCompare: "End the comparison",
  another: "another agent",
  none: "No measurements in this time",
  noneHint:
    "Agents measure once a minute and send it every five minutes. A new agent has its first measurements after some minutes.",
  /** Titles of the graphs. */
  graph: {
    cpu: "Processor",
    memory: "Memory",
    load: "Load",
    disks: "Disks used",
    disk_rates: "Disk read and written",
    network: "Network",
    temperature: "Temperature",
    processes: "Processes",
  },
  /** What one line of a graph is, when it is not the name of a disk, interface or sensor. */
  line: {
    cpu: "Processor",
    memory: "Memory",
    swap: "Swap",
    load1: "1 minute",
    load5: "5 minutes",
    load15: "15 minutes",
    disk_used: "Used",
    disk_read: "read",
    disk_write: "written",
    net_received: "received",
    net_sent: "sent",
    temperature: "Temperature",
    processes: "Processes",
  } as Record<string, string>,
  ofDevice: (device: string, what: string) => `${device} ${what}`,
  markAt: (what: string, time: string) => `${what} at ${time}`,
  ofAgent: (line: string, host: string) => `${line} (${host})`,
  now: (line: string, value: string, highest: string, time: string) =>
    `${line}: now ${value}, highest ${highest} at ${time}`,
  last: (line: string, value: string, since: string, highest: string, time: string) =>
    `${line}: last ${value} at ${since}, highest ${highest} at ${time}`,
  summary: (graph: string) => `Summary: ${graph}`,
  notDrawn: (lines: number) => `${count(lines, "more line")} with lower values: see the table.`,
  showTable: (graph: string) => `Show ${graph} as a table`,
  table: "Table",
  tableOf: (graph: string) => `${graph} as a table`,
  time: "Time",
  between: (mean: string, min: string, max: string) => `${mean} (${min} to ${max})`,
});
