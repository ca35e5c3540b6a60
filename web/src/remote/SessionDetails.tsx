/** Below a session in a list: how it went, and who took part. */
import { Stack, Table, Text } from "@mantine/core";
import { formatBytes } from "../texts/format";
import { sentence } from "../texts/texts";
import { type Fact, Facts } from "../ui/Facts";
import { Moment } from "../ui/Moment";
import { remote as words } from "./messages";
import type { RemoteSession } from "./queries";
import { consentText, participants } from "./rows";

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
    [detail.end, sentence(session.end_reason)],
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
  const { user, address, from, until, part } = words.person;
  return (
    <Table aria-label={words.people} fz="sm">
      <Table.Thead>
        <Table.Tr>
          {[user, address, from, until, part].map((title) => (
            <Table.Th key={title}>{title}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {people.map((one) => (
          <Table.Tr key={one.viewer}>
            <Table.Td>{one.user}</Table.Td>
            <Table.Td>{one.address}</Table.Td>
            <Table.Td>{one.connected && <Moment time={one.connected} />}</Table.Td>
            <Table.Td>{one.left && <Moment time={one.left} />}</Table.Td>
            <Table.Td>
              <Text span inherit c="dimmed">
                {one.is_driver ? words.drove : one.view_only ? words.onlyWatched : ""}
              </Text>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
