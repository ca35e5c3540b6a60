/** What narrows a table: a search, and one of a few kinds; both are in the address. */
import { Group, SegmentedControl } from "@mantine/core";
import type { ReactNode } from "react";
import { SearchBox } from "./SearchBox";
import { useFilters } from "./useFilter";

interface FilterBarProps {
  /** What the kinds are kinds of. */
  label: string;
  /** Their names, the default one first. */
  kinds: Record<string, string>;
  /** Buttons on the right. */
  children: ReactNode;
}

export function FilterBar({ label, kinds, children }: FilterBarProps) {
  const [filters, setFilters] = useFilters();
  const first = Object.keys(kinds)[0] ?? "";
  return (
    <Group gap="xs">
      <SearchBox
        value={filters.search ?? ""}
        onSearch={(search) => setFilters({ search, page: undefined })}
        style={{ flex: "1 1 200px", maxWidth: 360 }}
      />
      <SegmentedControl
        aria-label={label}
        value={filters.show ?? first}
        onChange={(show) =>
          setFilters({ show: show === first ? undefined : show, page: undefined })
        }
        data={Object.entries(kinds).map(([value, text]) => ({ value, label: text }))}
      />
      <Group gap="xs" ml="auto">
        {children}
      </Group>
    </Group>
  );
}
