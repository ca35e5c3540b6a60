/** The filters of the list of alerts, its views and its download. */
import { Chip, Group, MultiSelect, SegmentedControl, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { clientChoices } from "../clients/choices";
import { clientsQuery } from "../clients/queries";
import { AgentFilter } from "../debugLog/AgentFilter";
import { useRights } from "../session/me";
import { CsvButton } from "../ui/CsvButton";
import type { Column } from "../ui/column";
import { SearchBox } from "../ui/SearchBox";
import { type Filters, useFilters } from "../ui/useFilter";
import { TableViews } from "../views/TableViews";
import { alerts as words } from "./messages";
import {
  ALERT_FILTERS,
  ALSO,
  alsoOf,
  listOf,
  type Shown,
  shownOf,
  shownWith,
  showWord,
  wordOf,
} from "./narrowing";
import { type Alert, allAlerts } from "./queries";
import { SEVERITIES } from "./state";

interface AlertFiltersProps {
  /** On the page of an agent. */
  agentId: string | undefined;
  /** What the file has of each alert. */
  columns: Column<Alert>[];
}

export function AlertFilters({ agentId, columns }: AlertFiltersProps) {
  const [filters, setFilters] = useFilters();
  const narrow = (changes: Filters) => setFilters({ ...changes, page: undefined });
  return (
    <Group gap="xs">
      <SearchBox
        value={filters.search ?? ""}
        onSearch={(search) => narrow({ search })}
        style={{ flex: "1 1 180px", maxWidth: 300 }}
      />
      <ShownFilter filters={filters} onChange={(show) => narrow({ show })} />
      <MultiSelect
        aria-label={words.severity}
        placeholder={filters.severity ? undefined : words.anySeverity}
        data={SEVERITIES.map((value) => ({ value, label: words.severities[value] }))}
        value={listOf(filters.severity)}
        onChange={(chosen) => narrow({ severity: wordOf(chosen) })}
        clearable
        style={FILTER}
      />
      {!agentId && <ClientFilter filters={filters} narrow={narrow} />}
      <Select
        aria-label={words.type}
        placeholder={words.anyType}
        data={Object.entries(words.types).map(([value, label]) => ({ value, label }))}
        value={filters.type ?? null}
        onChange={(type) => narrow({ type: type ?? undefined })}
        clearable
        w={140}
      />
      {!agentId && <AgentFilter agentId={filters.agent} onChange={(agent) => narrow({ agent })} />}
      <Select
        aria-label={words.time}
        placeholder={words.allTime}
        data={DAYS.map((value) => ({ value, label: words.lastDays(value) }))}
        value={filters.days ?? null}
        onChange={(days) => narrow({ days: days ?? undefined })}
        clearable
        w={130}
      />
      <Group gap="xs" ml="auto">
        <CsvButton name="alerts" columns={columns} rows={() => allAlerts(filters, agentId)} />
        {!agentId && <TableViews page="alerts" filters={ALERT_FILTERS} />}
      </Group>
    </Group>
  );
}

/** Two beside each other on a phone. */
const FILTER = { flex: "1 1 140px", minWidth: 140, maxWidth: 220 };

const DAYS = ["1", "7", "30", "90"];

interface ShownFilterProps {
  filters: Filters;
  onChange: (show: string | undefined) => void;
}

/** Open alerts, those and some others, all, or those that nobody was notified of. */
function ShownFilter({ filters, onChange }: ShownFilterProps) {
  const shown = shownOf(filters);
  const also = alsoOf(shown);
  const choose = (next: Shown) => onChange(showWord(next));
  return (
    <>
      <SegmentedControl
        aria-label={words.shown}
        value={also.length === 1 ? "" : shown}
        onChange={(chosen) => choose(chosen as Shown)}
        data={SHOWN.map((value) => ({ value, label: words.show[value] }))}
      />
      <Group gap={4} role="group" aria-label={words.alsoShown}>
        <Chip.Group multiple value={also} onChange={(chosen) => choose(shownWith(chosen))}>
          {ALSO.map((one) => (
            <Chip key={one} value={one} size="xs" variant="outline">
              {words.also[one]}
            </Chip>
          ))}
        </Chip.Group>
      </Group>
    </>
  );
}

const SHOWN = ["open", "all", "suppressed"] as const;

interface ClientFilterProps {
  filters: Filters;
  narrow: (changes: Filters) => void;
}

function ClientFilter({ filters, narrow }: ClientFilterProps) {
  const { surely } = useRights();
  const { data = [] } = useQuery({ ...clientsQuery, enabled: surely("can_list_clients") });
  const chosen = listOf(filters.client);
  return (
    <MultiSelect
      aria-label={words.client}
      placeholder={chosen.length > 0 ? undefined : words.anyClient}
      data={clientChoices(data, chosen.map(Number))}
      value={chosen}
      onChange={(clients) => narrow({ client: wordOf(clients) })}
      searchable
      clearable
      style={FILTER}
    />
  );
}
