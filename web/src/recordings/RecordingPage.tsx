/** One recording: its player, and what is known about it. */

import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { Schema } from "../api/client";
import { useFallbackInterval, useLiveQueries } from "../live/live";
import { kindName } from "../remote/columns";
import { formatBytes, formatDuration } from "../texts/format";
import { CopyValue } from "../ui/CopyValue";
import { type Fact, Facts } from "../ui/Facts";
import { Moment } from "../ui/Moment";
import { Page, Panel } from "../ui/Page";
import { LinesSkeleton, QueryProblem } from "../ui/states";
import { AgentLink } from "./columns";
import { recordings as words } from "./messages";
import { Player } from "./Player";
import { recordingQuery } from "./queries";
import { RecordingActions } from "./RecordingActions";
import { RecordingStatus } from "./RecordingStatus";

export default function RecordingPage() {
  const id = Number(useParams({ from: "/shell/recordings/$recordingId" }).recordingId);
  const refetchInterval = useFallbackInterval();
  const query = useQuery({ ...recordingQuery(id), refetchInterval });
  useLiveQueries(["recordings"], [recordingQuery(id).queryKey], 1_000);
  const { data: recording } = query;
  if (!recording) {
    return (
      <Page title={words.title} bare>
        {query.isError ? <QueryProblem query={query} /> : <LinesSkeleton />}
      </Page>
    );
  }
  return (
    <Page
      title={words.page(kindName(recording), recording.hostname)}
      about={<RecordingStatus {...recording} />}
      actions={<RecordingActions recording={recording} />}
    >
      <Stack gap="md">
        <Player key={id} recording={recording} />
        <Panel>
          <Facts facts={factsOf(recording)} />
        </Panel>
      </Stack>
    </Page>
  );
}

function factsOf(recording: Schema<"RecordingDetails">): Fact[] {
  const { client_name, site_name, began, ended, digest, verified, problem } = recording;
  const { column } = words;
  return [
    [column.agent, <AgentLink key="agent" {...recording} />],
    [column.place, [client_name, site_name].filter(Boolean).join(" · ")],
    [column.user, recording.username],
    [column.reason, recording.reason],
    [column.began, <Moment key="began" time={began} />],
    [words.ended, ended && <Moment time={ended} />],
    [column.duration, formatDuration(recording.duration_seconds)],
    [column.size, `${formatBytes(recording.bytes)} · ${words.parts(recording.parts)}`],
    [words.verified, verified && <Moment time={verified} />],
    [words.problem, problem],
    [words.digest, digest && <CopyValue value={digest} />],
  ];
}
