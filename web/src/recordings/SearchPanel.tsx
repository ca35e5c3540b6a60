/** Finds what a terminal printed, in the whole recording; each hit leads to its moment. */
import { ScrollArea, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { formatNumber } from "../texts/format";
import { Panel } from "../ui/Page";
import { SearchBox } from "../ui/SearchBox";
import { Loaded } from "../ui/states";
import { useFilter } from "../ui/useFilter";
import { MomentButton } from "./Moments";
import { recordings as words } from "./messages";
import classes from "./Player.module.css";
import type { Playback } from "./playback";
import { MOST_HITS, textQuery } from "./queries";

export function SearchPanel({ id, playback }: { id: number; playback: Playback }) {
  const [search, setSearch] = useFilter("search");
  return (
    <Panel>
      <Stack gap="sm">
        <SearchBox
          value={search}
          onSearch={setSearch}
          aria-label={words.search}
          placeholder={words.search}
          maxLength={200}
          maw={420}
        />
        {search !== "" && <Hits id={id} search={search} playback={playback} />}
      </Stack>
    </Panel>
  );
}

interface HitsProps {
  id: number;
  search: string;
  playback: Playback;
}

function Hits({ id, search, playback }: HitsProps) {
  const query = useQuery(textQuery(id, search));
  return (
    <Loaded query={query}>
      {(hits) => (
        <Stack gap="xs">
          <Text size="sm" c="dimmed" role="status">
            {saidOf(hits.length)}
          </Text>
          <ScrollArea.Autosize mah={260} viewportProps={{ tabIndex: 0 }}>
            <ul className={classes.hits} aria-label={words.hits}>
              {hits.map(({ ms, line }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same line may be printed twice at once
                <li key={`${at} ${ms}`}>
                  <MomentButton ms={ms} text={line} playback={playback} />
                </li>
              ))}
            </ul>
          </ScrollArea.Autosize>
        </Stack>
      )}
    </Loaded>
  );
}

function saidOf(hits: number): string {
  if (hits === 0) return words.searchNone;
  return hits < MOST_HITS ? words.searchFound(hits) : words.searchMany(formatNumber(MOST_HITS));
}
