/** What was done with files or through a tunnel, in the time that is chosen. */

import { Button, RangeSlider, Stack, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState, useSyncExternalStore } from "react";
import type { Schema } from "../api/client";
import { Panel } from "../ui/Page";
import { Loaded } from "../ui/states";
import { useFilters } from "../ui/useFilter";
import { clockTime } from "./clock";
import { EventTable } from "./EventTable";
import { Findings } from "./findings";
import { recordings as words } from "./messages";
import { PartSource } from "./partSource";
import { eventsQuery, readPart } from "./queries";
import { type Stretch, Timeline } from "./timeline";

export default function EventList({ recording }: { recording: Schema<"RecordingDetails"> }) {
  const { id, index, began } = recording;
  const [findings] = useState(() => new Findings(new PartSource((part) => readPart(id, part))));
  const { end } = new Timeline(index);
  const [time, setTime] = useTime(end);
  const query = useInfiniteQuery(eventsQuery(id, findings, index, time));
  return (
    <Panel>
      <Stack gap="md">
        <TimeSlider key={`${time.from} ${time.to}`} end={end} time={time} onChange={setTime} />
        <Missing findings={findings} />
        <Loaded query={query}>
          {({ pages }) => (
            <EventTable rows={pages.flatMap(({ events }) => events)} began={Date.parse(began)} />
          )}
        </Loaded>
        {query.hasNextPage && (
          <Button
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {words.eventsMore}
          </Button>
        )}
      </Stack>
    </Panel>
  );
}

/** The address has whole seconds; without any, everything is shown. */
function useTime(end: number): [Stretch, (time: Stretch) => void] {
  const [filters, setFilters] = useFilters();
  const from = Math.min(end, Number(filters.from ?? 0) * 1000 || 0);
  const to = filters.to ? Math.max(from, Number(filters.to) * 1000 || 0) : end;
  const set = (time: Stretch) =>
    setFilters({
      from: time.from > 0 ? String(Math.floor(time.from / 1000)) : undefined,
      to: time.to < end ? String(Math.ceil(time.to / 1000)) : undefined,
    });
  return [{ from, to }, set];
}

interface TimeSliderProps {
  end: number;
  time: Stretch;
  onChange: (time: Stretch) => void;
}

function TimeSlider({ end, time, onChange }: TimeSliderProps) {
  const [shown, setShown] = useState<[number, number]>([time.from, Math.min(time.to, end)]);
  const [from, to] = shown;
  if (end === 0) return null;
  return (
    <div>
      <Text size="sm" className="numbers">
        {words.stretch(clockTime(from), clockTime(to))}
      </Text>
      <RangeSlider
        thumbFromLabel={words.from}
        thumbToLabel={words.until}
        aria-label={words.between}
        min={0}
        max={end}
        minRange={0}
        step={1000}
        label={clockTime}
        value={shown}
        onChange={setShown}
        onChangeEnd={([first, last]) => onChange({ from: first, to: last })}
      />
    </div>
  );
}

function Missing({ findings }: { findings: Findings }) {
  const holes = useSyncExternalStore(findings.holes.watch, findings.holes.get);
  return holes.map(({ ms, reason }) => (
    <Text key={ms} size="sm" c="var(--tone-bad)" role="alert">
      {clockTime(ms)}: {words.hole(reason)}
    </Text>
  ));
}
