/** Below a session in a list: how it went, and who took part. */
import { List, Stack, Text } from "@mantine/core";
import { formatBytes } from "../texts/format";
import { type Fact, Facts } from "../ui/Facts";
import { Moment } from "../ui/Moment";
import { remote as words } from "./messages";
import type { RemoteSession } from "./queries";
import { consentText, participants, participantText } from "./rows";

export function SessionDetails({ session }: { session: RemoteSession }) {
  return (
    <Stack gap="sm">
      <Facts facts={factsOf(session)} />
      <People session={session} />
    </Stack>
  );
}

function factsOf(session: RemoteSession): Fact[] {
  const { detail } = words;
  return [
    [detail.started, session.started && <Moment time={session.started} />],
    [detail.ended, session.ended && <Moment time={session.ended} />],
    [detail.end, session.end_reason],
    [detail.reason, session.reason],
    [detail.consent, consentText(session)],
    [detail.recording, words.recordings[session.recording] ?? session.recording],
    [detail.target, session.host && `${session.host}:${session.port}`],
    [detail.toAgent, session.ended && formatBytes(session.to_agent)],
    [detail.toViewer, session.ended && formatBytes(session.to_viewer)],
  ];
}

function People({ session }: { session: RemoteSession }) {
  const people = participants(session);
  if (people.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={600}>
        {words.people}
      </Text>
      <List size="sm" aria-label={words.people}>
        {people.map((one) => (
          <List.Item key={one.viewer}>{participantText(one)}</List.Item>
        ))}
      </List>
    </div>
  );
}
