/** One entry in full: what it was before, what it is after. */
import { Modal, Stack, Text, Title } from "@mantine/core";
import { ChangeTable } from "../ui/ChangeTable";
import { difference } from "../ui/difference";
import { Facts } from "../ui/Facts";
import { TextLink } from "../ui/links";
import { Moment } from "../ui/Moment";
import { clientAndSite } from "./clientAndSite";
import { EntryCode } from "./EntryCode";
import { auditLog as words } from "./messages";
import type { AuditEntry } from "./queries";

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
            [words.place, clientAndSite(entry)],
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
            <ChangeTable
              label={words.changes}
              titles={{ before: words.before, after: words.after }}
              changes={changes}
            />
          )}
        </div>
        {entry.code_sha256 && <EntryCode id={entry.id} />}
      </Stack>
    </Modal>
  );
}
