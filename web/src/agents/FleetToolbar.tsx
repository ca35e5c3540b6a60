/** What narrows the table, and how it looks. */
import { Button, Group, SegmentedControl, Select } from "@mantine/core";
import { IconDownload, IconLayoutSidebar, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { clientsQuery, siteChoices } from "../clients/queries";
import { IconAction } from "../ui/actions";
import type { GridColumn } from "../ui/grid/columns";
import type { GridLayout } from "../ui/grid/layout";
import type { Filters } from "../ui/useFilter";
import { AgentSearch } from "./AgentSearch";
import { ColumnMenu } from "./ColumnMenu";
import type { AgentRow } from "./fleetRows";
import { agents, removal } from "./messages";

interface FleetToolbarProps {
  filters: Filters;
  onFilter: (changes: Filters, options?: { step?: boolean }) => void;
  columns: GridColumn<AgentRow>[];
  layout: GridLayout;
  onLayout: (layout: GridLayout) => void;
  onExport: () => void;
  /** Moves the keyboard focus into the table. */
  onEnter: () => void;
  tree: boolean;
  onTree: (shown: boolean) => void;
}

export function FleetToolbar(props: FleetToolbarProps) {
  const { filters, onFilter } = props;
  const navigate = useNavigate();
  return (
    <Group gap="xs">
      <IconAction
        label={props.tree ? agents.hideTree : agents.showTree}
        size={36}
        variant="default"
        visibleFrom="md"
        onClick={() => props.onTree(!props.tree)}
      >
        <IconLayoutSidebar size={18} />
      </IconAction>
      <AgentSearch
        value={filters.search ?? ""}
        onSearch={(search) => onFilter({ search })}
        onEnter={props.onEnter}
      />
      <SegmentedControl
        aria-label={agents.column.monitoring_type}
        value={filters.type ?? "all"}
        onChange={(type) => onFilter({ type }, { step: true })}
        data={[
          { value: "all", label: agents.all },
          { value: "server", label: agents.servers },
          { value: "workstation", label: agents.workstations },
        ]}
      />
      <Select
        aria-label={agents.column.status}
        placeholder={agents.column.status}
        value={filters.status ?? null}
        onChange={(status) => onFilter({ status: status ?? undefined }, { step: true })}
        data={Object.entries(agents.status).map(([value, label]) => ({ value, label }))}
        clearable
        w={130}
      />
      <PlaceSelect filters={filters} onFilter={onFilter} />
      <Group gap="xs" ml={{ base: 0, md: "auto" }}>
        <ColumnMenu columns={props.columns} layout={props.layout} onLayout={props.onLayout} />
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          onClick={props.onExport}
          visibleFrom="sm"
        >
          CSV
        </Button>
        <IconAction
          label={removal.title}
          size={36}
          variant="default"
          onClick={() => void navigate({ to: "/agents/removed" })}
        >
          <IconTrash size={18} />
        </IconAction>
      </Group>
    </Group>
  );
}

/** Where there is no room for the tree. */
function PlaceSelect({ filters, onFilter }: Pick<FleetToolbarProps, "filters" | "onFilter">) {
  const { data = [] } = useQuery(clientsQuery);
  return (
    <Select
      hiddenFrom="md"
      aria-label={agents.tree}
      placeholder={agents.tree}
      data={siteChoices(data)}
      value={filters.site ?? null}
      onChange={(site) => onFilter({ site: site ?? undefined, client: undefined }, { step: true })}
      searchable
      clearable
      style={{ flex: "1 1 150px" }}
    />
  );
}
