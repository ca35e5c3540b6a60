/** Narrows a list of updates to one severity, which is in the address. */
import { Select } from "@mantine/core";
import { useFilters } from "../ui/useFilter";
import { updates as words } from "./messages";

const { critical, important, moderate, low, other } = words.severities;

/** As the API writes them. */
const CHOICES = [
  { value: "Critical", label: critical },
  { value: "Important", label: important },
  { value: "Moderate", label: moderate },
  { value: "Low", label: low },
  { value: "other", label: other },
];

export function SeverityFilter() {
  const [filters, setFilters] = useFilters();
  return (
    <Select
      aria-label={words.severity}
      placeholder={words.anySeverity}
      data={CHOICES}
      value={filters.severity ?? null}
      onChange={(severity) => setFilters({ severity: severity ?? undefined, page: undefined })}
      clearable
      w={150}
    />
  );
}
