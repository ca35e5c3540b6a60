/** Pages of a long list; the number is in the address. */
import { Group, Pagination, Text } from "@mantine/core";
import { formatNumber } from "../texts/format";
import { ui } from "./messages";
import { useFilters } from "./useFilter";

export function Pager({ count, size }: { count: number; size: number }) {
  const [filters, setFilters] = useFilters();
  if (count <= size) return null;
  const page = Number(filters.page ?? 1);
  const from = (page - 1) * size + 1;
  return (
    <Group justify="space-between">
      <Text size="sm" c="dimmed" className="numbers">
        {ui.rows(
          formatNumber(from),
          formatNumber(Math.min(count, from + size - 1)),
          formatNumber(count),
        )}
      </Text>
      <Pagination
        size="sm"
        total={Math.ceil(count / size)}
        value={page}
        onChange={(next) =>
          setFilters({ page: next === 1 ? undefined : String(next) }, { step: true })
        }
        getControlProps={(control) => ({ "aria-label": ui.pager[control] })}
        getItemProps={(next) => ({ "aria-label": ui.pageNumber(String(next)) })}
      />
    </Group>
  );
}
