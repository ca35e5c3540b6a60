/** One entry in full: what it was before, what it is after. */
import { Modal, Stack, Table, Text, Title } from "@mantine/core";
import { Facts } from "../ui/Facts";
import { TextLink } from "../ui/links";
import { Moment } from "../ui/Moment";
import type { AuditEntry } from "./AuditList";
import { difference } from "./difference";
import classes from "./EntryDialog.module.css";
import { auditLog as words } from "./messages";
import { placeOf } from "./place";

export function EntryDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const changes = difference(entry.before_value, entry.after_value);
  return (
    <Modal opened onClose={onClose} title={words.entry(entry.id)} size="xl">
      <Stack gap="md">
        <Text fw={500}>{entry.message}</Text>
        <Facts
          facts={[
            [words.time, <Moment time={entry.entry_time} />],
            [words.user, entry.username],
            [words.apiKey, entry.api_key],
            [words.action, words.actions[entry.action] ?? entry.action],
            [
              words.object,
              [words.objects[entry.object_type] ?? entry.object_type, entry.object_id]
                .filter(Boolean)
                .join(" "),
            ],
            [
              words.agent,
              entry.agent_id && (
                <TextLink to="/agents/$agentId" params={{ agentId: entry.agent_id }} size="md">
                  {entry.agent}
                </TextLink>
              ),
            ],
            [words.place, placeOf(entry)],
            [words.address, entry.ip_address],
          ]}
        />
        <div>
          <Title order={3} mb="xs">
            {words.changes}
          </Title>
          {changes.length === 0 ? (
            <Text size="sm" c="dimmed">
              {words.noChanges}
            </Text>
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach it
            <section className={classes.frame} aria-label={words.changes} tabIndex={0}>
              <Table className={classes.changes}>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th />
                    <Table.Th>{words.before}</Table.Th>
                    <Table.Th>{words.after}</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {changes.map((change) => (
                    <Table.Tr key={change.key}>
                      <Table.Td c="dimmed">{change.key}</Table.Td>
                      <Table.Td className={classes.before}>{change.before}</Table.Td>
                      <Table.Td className={classes.after}>{change.after}</Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </section>
          )}
        </div>
      </Stack>
    </Modal>
  );
}
