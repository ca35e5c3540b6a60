/** Every column of the agent table: fields of the agent, what it measures, then custom fields. */
import type { Schema } from "../api/client";
import { fieldValue, valueText } from "../customFields/drafts";
import { formatAgo, formatMoment } from "../texts/format";
import type { GridColumn } from "../ui/grid/columns";
import { ui } from "../ui/messages";
import { urgencyOf } from "../updates/status";
import { UpdateStatus, updateStatusText } from "../updates/UpdateStatus";
import type { AgentRow } from "./fleetRows";
import { agents } from "./messages";
import { METRIC_COLUMNS } from "./metricColumns";
import { presenceText } from "./presence";
import { Checks, checksText, RowStatus, severityOf, statusText } from "./statusCells";

type Column = GridColumn<AgentRow>;

const names = agents.column;

/** A field that is shown as it is. */
function plain(id: keyof typeof names & keyof AgentRow, width: number): Column {
  return { id, title: names[id], width, sort: (agent) => agent[id] as string };
}

type Flag =
  | "maintenance_mode"
  | "overdue_dashboard_alert"
  | "overdue_email_alert"
  | "overdue_text_alert"
  | "block_policy_inheritance";

/** A field that is true or false. */
function flag(id: Flag): Column {
  return { ...plain(id, 130), text: (agent) => (agent[id] ? ui.yes : "") };
}

/** Shown by default, in this order. */
const FIRST: Column[] = [
  {
    ...plain("hostname", 190),
    fixed: true,
    under: (agent) => `${agent.client_name} · ${agent.site_name}`,
  },
  {
    ...plain("status", 130),
    text: statusText,
    tip: (agent) => `${statusText(agent)}. ${presenceText(agent)}.`,
    cell: (agent) => <RowStatus agent={agent} />,
  },
  plain("client_name", 160),
  plain("site_name", 140),
  plain("operating_system", 230),
  {
    ...plain("logged_username", 130),
    cell: (agent) => (agent.italic ? <em>{agent.logged_username}</em> : agent.logged_username),
  },
  {
    ...plain("checks", 120),
    sort: ({ checks }) => severityOf(checks),
    text: ({ checks }) => checksText(checks),
    cell: ({ checks }) => <Checks counts={checks} />,
  },
  {
    ...plain("has_patches_pending", 150),
    sort: urgencyOf,
    text: updateStatusText,
    cell: (agent) => <UpdateStatus agent={agent} />,
  },
  {
    ...plain("needs_reboot", 100),
    text: (agent) => (agent.needs_reboot ? agents.rebootNeeded : ""),
  },
  {
    ...plain("last_seen", 140),
    text: ({ last_seen }) => (last_seen ? formatAgo(last_seen) : ui.never),
    tip: ({ last_seen }) => (last_seen ? formatMoment(last_seen) : undefined),
    file: ({ last_seen }) => last_seen ?? "",
  },
];

/** Hidden by default, found in the column chooser. */
const OTHERS: Column[] = [
  plain("description", 200),
  {
    ...plain("monitoring_type", 120),
    text: (agent) => (agent.monitoring_type === "server" ? agents.server : agents.workstation),
  },
  { ...plain("plat", 110), text: ({ plat }) => agents.platform[plat] ?? plat },
  { ...plain("pending_actions_count", 100), align: "right" },
  flag("maintenance_mode"),
  {
    ...plain("boot_time", 140),
    text: ({ boot_time }) => (boot_time ? formatAgo(boot_time * 1000) : ""),
    tip: ({ boot_time }) => (boot_time ? formatMoment(boot_time * 1000) : undefined),
    file: ({ boot_time }) => (boot_time ? new Date(boot_time * 1000).toISOString() : ""),
  },
  plain("version", 120),
  plain("goarch", 110),
  plain("public_ip", 140),
  plain("local_ips", 180),
  plain("make_model", 180),
  plain("serial_number", 150),
  { ...plain("cpu_model", 220), sort: (agent) => agent.cpu_model.join(", ") },
  plain("graphics", 180),
  { ...plain("physical_disks", 220), sort: (agent) => agent.physical_disks.join(", ") },
  {
    ...plain("total_ram", 110),
    align: "right",
    text: ({ total_ram }) => (total_ram === null ? "" : `${total_ram} GB`),
  },
  flag("overdue_dashboard_alert"),
  flag("overdue_email_alert"),
  flag("overdue_text_alert"),
  flag("block_policy_inheritance"),
  {
    ...plain("maintenance_until", 170),
    text: (agent) => (agent.maintenance_until ? formatMoment(agent.maintenance_until) : ""),
  },
  plain("agent_id", 320),
];

function customColumn(definition: Schema<"CustomField">): Column {
  const valueIn = (agent: AgentRow) => fieldValue(definition, agent.custom_fields);
  return {
    id: `custom:${definition.id}`,
    title: definition.name,
    width: 160,
    hidden: true,
    sort: (agent) => valueIn(agent).string_value,
    text: (agent) => valueText(valueIn(agent)),
  };
}

export function fleetColumns(definitions: Schema<"CustomField">[]): Column[] {
  const hidden = OTHERS.map((column) => ({ ...column, hidden: true }));
  return [...FIRST, ...hidden, ...METRIC_COLUMNS, ...definitions.map(customColumn)];
}
