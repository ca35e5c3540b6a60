/** Every recording that somebody may see, newest first. */
import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useFallbackInterval, useLiveQueries } from "../live/live";
import { DataTable } from "../ui/DataTable";
import { Page } from "../ui/Page";
import { Pager } from "../ui/Pager";
import { Empty, Loaded } from "../ui/states";
import { useFilters } from "../ui/useFilter";
import { recordingColumns } from "./columns";
import { recordings as words } from "./messages";
import { RECORDINGS_PER_PAGE, recordingsQuery } from "./queries";
import { RecordingFilters } from "./RecordingFilters";

export default function RecordingsPage() {
  const [filters] = useFilters();
  const navigate = useNavigate();
  const refetchInterval = useFallbackInterval();
  const query = useQuery({ ...recordingsQuery(filters), refetchInterval });
  useLiveQueries(["recordings"], [["recordings", "list"]], 1_000);
  const open = (id: number) =>
    void navigate({ to: "/recordings/$recordingId", params: { recordingId: String(id) } });
  return (
    <Page title={words.title} about={words.about}>
      <Stack gap="sm">
        <RecordingFilters />
        <Loaded query={query}>
          {({ results, count }) => (
            <>
              <DataTable
                label={words.title}
                columns={recordingColumns}
                rows={results}
                id={({ id }) => id}
                onOpen={({ id }) => open(id)}
                empty={<Empty title={words.none} hint={words.noneHint} />}
              />
              <Pager count={count} size={RECORDINGS_PER_PAGE} />
            </>
          )}
        </Loaded>
      </Stack>
    </Page>
  );
}
