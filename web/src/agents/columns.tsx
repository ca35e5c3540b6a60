/** Every column of the agent table: fields of the agent, then custom fields. */
import { Text } from "@mantine/core";
import type { ColDef, ICellRendererParams, ValueFormatterParams } from "ag-grid-community";
import type { Schema } from "../api/client";
import { valueText } from "../customFields/drafts";
import { formatAgo, formatMoment } from "../texts/format";
import { TextLink } from "../ui/links";
import { ui } from "../ui/messages";
import { Status } from "../ui/Status";
import { AgentStatus } from "./AgentStatus";
import type { AgentRow } from "./fleetRows";
import { agents } from "./messages";

type Column = ColDef<AgentRow> & { colId: string };
type Cell = ICellRendererParams<AgentRow>;

const names = agents.column;
const ago = ({ value }: ValueFormatterParams<AgentRow>) => (value ? formatAgo(value) : ui.never);

/** Shown at first, in this order. */
const FIRST: Column[] = [
  {
    colId: "hostname",
    field: "hostname",
    headerName: names.hostname,
    width: 190,
    pinned: "left",
    lockPinned: true,
    cellRenderer: ({ data }: Cell) => data && <HostLink agent={data} />,
  },
  {
    colId: "status",
    // The grid draws a cell again when its value changes: the value is all that is shown.
    valueGetter: ({ data }) => (data?.maintenance_mode ? "maintenance" : data?.status),
    headerName: names.status,
    width: 130,
    cellRenderer: ({ data }: Cell) => data && <RowStatus agent={data} />,
  },
  { colId: "client_name", field: "client_name", headerName: names.client_name, width: 160 },
  { colId: "site_name", field: "site_name", headerName: names.site_name, width: 140 },
  {
    colId: "operating_system",
    field: "operating_system",
    headerName: names.operating_system,
    width: 230,
  },
  {
    colId: "logged_username",
    field: "logged_username",
    headerName: names.logged_username,
    width: 130,
    cellStyle: ({ data }) => (data?.italic ? { fontStyle: "italic" } : null),
  },
  {
    colId: "checks",
    headerName: names.checks,
    width: 120,
    valueGetter: ({ data }) => severityOf(data?.checks),
    cellRenderer: ({ data }: Cell) => data && <Checks counts={data.checks} />,
  },
  {
    colId: "has_patches_pending",
    field: "has_patches_pending",
    headerName: names.has_patches_pending,
    width: 110,
    valueFormatter: ({ value }) => (value ? agents.updatesPending : ""),
  },
  {
    colId: "needs_reboot",
    field: "needs_reboot",
    headerName: names.needs_reboot,
    width: 100,
    valueFormatter: ({ value }) => (value ? agents.rebootNeeded : ""),
  },
  {
    colId: "last_seen",
    field: "last_seen",
    headerName: names.last_seen,
    width: 140,
    valueFormatter: ago,
    tooltipValueGetter: ({ value }) => (value ? formatMoment(String(value)) : null),
  },
];

/** Found in the column chooser. */
const OTHERS: Column[] = [
  { colId: "description", field: "description", headerName: names.description, width: 200 },
  {
    colId: "monitoring_type",
    field: "monitoring_type",
    headerName: names.monitoring_type,
    width: 120,
    valueFormatter: ({ value }) => (value === "server" ? agents.server : agents.workstation),
  },
  {
    colId: "plat",
    field: "plat",
    headerName: names.plat,
    width: 110,
    valueFormatter: ({ value }) => agents.platform[value] ?? value,
  },
  {
    colId: "pending_actions_count",
    field: "pending_actions_count",
    headerName: names.pending_actions_count,
    width: 100,
    type: "rightAligned",
  },
  {
    colId: "maintenance_mode",
    field: "maintenance_mode",
    headerName: names.maintenance_mode,
    width: 120,
    valueFormatter: ({ value }) => (value ? ui.yes : ""),
  },
  {
    colId: "boot_time",
    field: "boot_time",
    headerName: names.boot_time,
    width: 140,
    valueFormatter: ({ value }) => (value ? formatAgo(value * 1000) : ""),
  },
  { colId: "version", field: "version", headerName: names.version, width: 120 },
  { colId: "goarch", field: "goarch", headerName: names.goarch, width: 110 },
  { colId: "public_ip", field: "public_ip", headerName: names.public_ip, width: 140 },
  { colId: "local_ips", field: "local_ips", headerName: names.local_ips, width: 180 },
  { colId: "make_model", field: "make_model", headerName: names.make_model, width: 180 },
  { colId: "serial_number", field: "serial_number", headerName: names.serial_number, width: 150 },
  joined("cpu_model", names.cpu_model),
  { colId: "graphics", field: "graphics", headerName: names.graphics, width: 180 },
  joined("physical_disks", names.physical_disks),
  {
    colId: "total_ram",
    field: "total_ram",
    headerName: names.total_ram,
    width: 110,
    type: "rightAligned",
    valueFormatter: ({ value }) => (value === null ? "" : `${value} GB`),
  },
  { colId: "agent_id", field: "agent_id", headerName: names.agent_id, width: 320 },
];

function joined(field: "cpu_model" | "physical_disks", headerName: string): Column {
  const valueGetter: Column["valueGetter"] = ({ data }) => data?.[field].join(", ") ?? "";
  return { colId: field, headerName, width: 220, valueGetter };
}

function customColumn(definition: Schema<"CustomField">): Column {
  return {
    colId: `custom:${definition.id}`,
    headerName: definition.name,
    width: 160,
    hide: true,
    valueGetter: ({ data }) => {
      const value = data?.custom_fields.find((one) => one.field === definition.id);
      return value ? valueText(value) : "";
    },
  };
}

export function fleetColumns(definitions: Schema<"CustomField">[]): Column[] {
  const hidden = OTHERS.map((column) => ({ ...column, hide: true }));
  return [...FIRST, ...hidden, ...definitions.map(customColumn)];
}

/** One number for the order of the column: failing checks first, then warnings, then the rest. */
function severityOf(counts: Schema<"CheckCounts"> | undefined): number {
  if (!counts) return 0;
  return counts.failing * 1_000_000 + counts.warning * 1_000 + counts.passing;
}

function HostLink({ agent }: { agent: AgentRow }) {
  return (
    <TextLink
      to="/agents/$agentId"
      params={{ agentId: agent.agent_id }}
      fw={600}
      fz="inherit"
      c="var(--mantine-color-text)"
      preload={false}
    >
      {agent.hostname}
    </TextLink>
  );
}

function RowStatus({ agent }: { agent: AgentRow }) {
  if (agent.maintenance_mode) return <Status tone="maintenance" label={agents.inMaintenance} />;
  return <AgentStatus status={agent.status} />;
}

function Checks({ counts }: { counts: Schema<"CheckCounts"> }) {
  if (counts.total === 0) return null;
  if (counts.failing > 0) return <Status tone="bad" label={agents.checksFailing(counts.failing)} />;
  if (counts.warning > 0) {
    return <Status tone="warning" label={agents.checksFailing(counts.warning)} />;
  }
  return (
    <Text span inherit c="dimmed">
      {agents.checksPassing(counts.passing)}
    </Text>
  );
}
