/** Says what is cancelled together with a user or an API key; nothing while nothing waits. */
import { Alert, List } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRights } from "../session/me";
import { formatNumber } from "../texts/format";
import { ui } from "../ui/messages";
import { pendingWork as words } from "./messages";
import { pendingWorkQuery } from "./queries";
import { waitingLines } from "./waitingLines";

export function PendingWork({ user, apiKey }: { user: number; apiKey?: number }) {
  const { surely } = useRights();
  const enabled = surely("can_list_accounts");
  const { data: work } = useQuery({ ...pendingWorkQuery(user, apiKey), enabled });
  if (!work || work.run_count + work.bulk_count === 0) return null;
  const { lines, more } = waitingLines(work);
  return (
    <Alert color="yellow" mt="sm" title={words.about(work.run_count, work.bulk_count)}>
      <List size="sm" spacing={2}>
        {lines.map(({ id, text }) => (
          <List.Item key={id}>{text}</List.Item>
        ))}
        {lines.length > 0 && more > 0 && (
          <List.Item c="dimmed">{ui.andMore(formatNumber(more))}</List.Item>
        )}
      </List>
    </Alert>
  );
}
