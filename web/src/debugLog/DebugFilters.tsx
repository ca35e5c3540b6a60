/** The filters of the debug log, and its download. */
import { Group, Select } from "@mantine/core";
import { CsvButton } from "../ui/CsvButton";
import type { Column } from "../ui/column";
import { SearchBox } from "../ui/SearchBox";
import { type Filters, useFilters } from "../ui/useFilter";
import { AgentFilter } from "./AgentFilter";
import { debugLog as words } from "./messages";
import { allEntries, type DebugLogEntry } from "./queries";

interface DebugFiltersProps {
  /** On the page of an agent. */
  agentId: string | undefined;
  /** What the file has of each entry. */
  columns: Column<DebugLogEntry>[];
}

export function DebugFilters({ agentId, columns }: DebugFiltersProps) {
  const [filters, setFilters] = useFilters();
  const narrow = (changes: Filters) => setFilters({ ...changes, page: undefined });
  return (
    <Group gap="xs">
      <SearchBox
        value={filters.search ?? ""}
        onSearch={(search) => narrow({ search })}
        style={{ flex: "1 1 180px", maxWidth: 320 }}
      />
      <Select
        aria-label={words.level}
        placeholder={words.anyLevel}
        data={LEVELS}
        value={filters.level ?? null}
        onChange={(level) => narrow({ level: level ?? undefined })}
        clearable
        w={140}
      />
      <Select
        aria-label={words.type}
        placeholder={words.anyType}
        data={TYPES}
        value={filters.type ?? null}
        onChange={(type) => narrow({ type: type ?? undefined })}
        clearable
        w={150}
      />
      {!agentId && <AgentFilter agentId={filters.agent} onChange={(agent) => narrow({ agent })} />}
      <Select
        aria-label={words.time}
        placeholder={words.allTime}
        data={DAYS.map((value) => ({ value, label: words.lastDays(value) }))}
        value={filters.days ?? null}
        onChange={(days) => narrow({ days: days ?? undefined })}
        clearable
        w={140}
      />
      <Group gap="xs" ml="auto">
        <CsvButton name="debug-log" columns={columns} rows={() => allEntries(filters, agentId)} />
      </Group>
    </Group>
  );
}

const DAYS = ["1", "7", "30", "90"];
const choices = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const LEVELS = choices(words.levels);
const TYPES = choices(words.types);
