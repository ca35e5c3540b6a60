/** The agents counted by what they have in common, with the search that finds each group. */
import type { AgentRow } from "../agents/fleetRows";
import { agents } from "../agents/messages";
import type { Share } from "../ui/Donut";
import { toneColor } from "../ui/theme";
import { type UpdateState, updateStatusOf } from "../updates/status";
import { overview as words } from "./messages";

/** As many groups as there are distinguishable colours; the rest is one group. */
const COLORS = ["teal-6", "blue-5", "grape-5", "orange-5", "lime-6", "pink-4", "cyan-4"].map(
  (color) => `var(--mantine-color-${color})`,
);
const QUIET = "var(--mantine-color-gray-5)";

const count = (rows: AgentRow[], fits: (agent: AgentRow) => boolean) =>
  rows.reduce((sum, agent) => sum + Number(fits(agent)), 0);

export function byStatus(rows: AgentRow[]): Share[] {
  const colors = { online: "good", offline: "quiet", overdue: "bad" } as const;
  return (["online", "offline", "overdue"] as const).map((status) => ({
    label: agents.status[status],
    count: count(rows, (agent) => agent.status === status),
    color: toneColor(colors[status]),
    search: { status },
  }));
}

export function byType(rows: AgentRow[]): Share[] {
  const types = [
    ["server", agents.servers],
    ["workstation", agents.workstations],
  ] as const;
  return types.map(([type, label], index) => ({
    label,
    count: count(rows, (agent) => agent.monitoring_type === type),
    color: COLORS[index] ?? QUIET,
    search: { type },
  }));
}

/** Green only what a fresh scan found complete; what is missing, by its worst severity. */
export function byUpdates(rows: AgentRow[], now = Date.now()): Share[] {
  const groups = new Map<string, number>();
  for (const agent of rows) {
    const group = updateGroup(agent, now);
    groups.set(group, (groups.get(group) ?? 0) + 1);
  }
  return UPDATE_GROUPS.map(([group, label, color, search]) => ({
    label,
    count: groups.get(group) ?? 0,
    color,
    search: { search },
  }));
}

type UpdateGroup = Exclude<UpdateState, "missing"> | "critical" | "important" | "other";

const UPDATE_GROUPS: [UpdateGroup, label: string, color: string, search: string][] = [
  ["critical", words.missingCritical, toneColor("bad"), "is:updatesmissing updates:critical"],
  [
    "important",
    words.missingImportant,
    toneColor("warning"),
    "is:updatesmissing updates:important",
  ],
  [
    "other",
    words.missingOther,
    "var(--mantine-color-yellow-5)",
    "is:updatesmissing -updates:critical -updates:important",
  ],
  ["approved", words.approved, toneColor("info"), "is:updatesapproved"],
  ["reboot", words.rebootNeeded, "var(--mantine-color-grape-5)", "is:updatesreboot"],
  ["current", words.upToDate, toneColor("good"), "is:updatescurrent"],
  ["unknown", words.notScanned, QUIET, "is:updatesunknown"],
];

function updateGroup(agent: AgentRow, now: number): UpdateGroup {
  const status = updateStatusOf(agent, now);
  if (status !== "missing") return status;
  const { worst_severity } = agent.updates;
  if (worst_severity === "Critical") return "critical";
  return worst_severity === "Important" ? "important" : "other";
}

/** An agent without checks does not count as healthy. */
export function byChecks(rows: AgentRow[]): Share[] {
  const failing = count(rows, ({ checks }) => checks.has_failing_checks);
  const none = count(rows, ({ checks }) => checks.total === 0 && !checks.has_failing_checks);
  return [
    {
      label: words.failing,
      count: failing,
      color: toneColor("bad"),
      search: { search: "is:checksfailing" },
    },
    {
      label: words.passing,
      count: rows.length - failing - none,
      color: toneColor("good"),
      search: { search: "is:checkspassing" },
    },
    { label: words.noChecks, count: none, color: QUIET, search: { search: "is:nochecks" } },
  ];
}

/** "Windows 11 Pro" of "Windows 11 Pro, 64 bit v23H2 (build 22631)". */
export function systemOf({ operating_system }: Pick<AgentRow, "operating_system">): string {
  return (operating_system.split(/,| \(/)[0] ?? "").trim();
}

export const bySystem = (rows: AgentRow[]) => byText(rows, "operating_system", systemOf);
export const byVersion = (rows: AgentRow[]) => byText(rows, "version", ({ version }) => version);

/** The largest groups of a text, then all others together. */
function byText(rows: AgentRow[], field: string, text: (agent: AgentRow) => string): Share[] {
  const groups = new Map<string, number>();
  for (const agent of rows) groups.set(text(agent), (groups.get(text(agent)) ?? 0) + 1);
  const order = [...groups].toSorted(([, left], [, right]) => right - left);
  const named = order.slice(0, COLORS.length).map(
    ([label, size], index): Share => ({
      label: label || words.unknown,
      count: size,
      color: COLORS[index] ?? QUIET,
      search: label ? { search: `${field}:"${label}"` } : undefined,
    }),
  );
  const rest = order.slice(COLORS.length).reduce((sum, [, size]) => sum + size, 0);
  return rest === 0 ? named : [...named, { label: words.others, count: rest, color: QUIET }];
}
