/** Every program of the fleet: its versions, and who has it. */
import { Alert, Group, Select, Text } from "@mantine/core";
import { IconPackage } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { clientsQuery, siteChoices } from "../clients/queries";
import { useFallbackInterval, useLiveQueries } from "../live/live";
import { formatNumber } from "../texts/format";
import { CsvButton } from "../ui/CsvButton";
import type { Column } from "../ui/column";
import { DataTable } from "../ui/DataTable";
import { useDialog } from "../ui/dialog";
import { TextLink } from "../ui/links";
import { Page } from "../ui/Page";
import { Pager } from "../ui/Pager";
import { SearchBox } from "../ui/SearchBox";
import { Empty, Loaded, NothingFound } from "../ui/states";
import { useFilters } from "../ui/useFilter";
import { TableViews } from "../views/TableViews";
import { HoldersDialog } from "./HoldersDialog";
import { software, fleetSoftware as words } from "./messages";
import {
  allPrograms,
  idOf,
  PER_PAGE,
  type Program,
  programsQuery,
  uncollectedQuery,
} from "./queries";
import { SoftwareVersions } from "./SoftwareVersions";

export default function SoftwarePage() {
  const dialog = useDialog();
  const [filters, setFilters] = useFilters();
  const refetchInterval = useFallbackInterval(60_000);
  const query = useQuery({ ...programsQuery(filters), refetchInterval });
  useLiveQueries(["software"], [["software", "programs"]], 5_000);
  const { data: clients = [] } = useQuery(clientsQuery);
  const narrowed = Boolean(filters.search || filters.site);
  return (
    <Page title={words.title} about={words.about}>
      <Group gap="xs">
        <SearchBox
          value={filters.search ?? ""}
          onSearch={(search) => setFilters({ search, page: undefined })}
          style={{ flex: "1 1 200px", maxWidth: 360 }}
        />
        <Select
          aria-label={words.site}
          placeholder={words.site}
          data={siteChoices(clients)}
          value={filters.site ?? null}
          onChange={(site) => setFilters({ site: site ?? undefined, page: undefined })}
          searchable
          clearable
        />
        <Group gap="xs" ml="auto">
          <CsvButton name="software" columns={columns} rows={() => allPrograms(filters)} />
          <TableViews page="software" filters={["search", "site"]} />
        </Group>
      </Group>
      <NotCollected />
      <Loaded query={query}>
        {({ results, count }) => (
          <>
            <DataTable
              label={words.programs}
              columns={columns}
              rows={results}
              id={idOf}
              order="name"
              onOpen={(program) => dialog.show("program", program.name)}
              empty={
                narrowed ? (
                  <NothingFound />
                ) : (
                  <Empty
                    title={words.none}
                    hint={words.noneHint}
                    icon={<IconPackage size={26} stroke={1.5} />}
                  />
                )
              }
            />
            <Pager count={count} size={PER_PAGE} />
          </>
        )}
      </Loaded>
      {dialog.open?.name === "program" && dialog.open.subject && (
        <HoldersDialog name={dialog.open.subject} onClose={dialog.close} />
      )}
    </Page>
  );
}

/** Agents whose software was never collected are not counted on this page: say so. */
function NotCollected() {
  const { data: agents = 0 } = useQuery(uncollectedQuery);
  if (agents === 0) return null;
  return (
    <Alert color="gray" py="xs">
      <Group gap="xs">
        {words.missing(agents)}
        <TextLink to="/agents" search={{ search: "is:nevercollected" }} size="sm">
          {words.showThem}
        </TextLink>
      </Group>
    </Alert>
  );
}

const columns: Column<Program>[] = [
  {
    id: "name",
    title: software.name,
    cell: (program) => (
      <Text inherit fw={500}>
        {program.name}
      </Text>
    ),
    sort: (program) => program.name,
  },
  {
    id: "publisher",
    title: software.publisher,
    wide: true,
    cell: (program) => (
      <Text inherit c="dimmed" lineClamp={1}>
        {program.publisher}
      </Text>
    ),
    file: (program) => program.publisher,
  },
  {
    id: "versions",
    title: words.versions,
    cell: ({ versions }) => <SoftwareVersions all={versions} />,
    file: ({ versions }) => versions.map(({ version }) => version).join(", "),
  },
  {
    id: "count",
    title: words.installations,
    align: "right",
    width: 130,
    cell: (program) => formatNumber(program.count),
    sort: (program) => program.count,
  },
];
