/** On an agent's page: that a window silences it, why, who planned it and until when. */
import { Alert, List, Text } from "@mantine/core";
import { IconCalendarTime } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useFallbackInterval, useLiveQueries } from "../live/live";
import { TextLink } from "../ui/links";
import { Moment } from "../ui/Moment";
import { notice as words } from "./messages";
import { silenceQuery } from "./queries";
import type { MaintenanceWindow } from "./values";

export function MaintenanceNotice({ agentId }: { agentId: string }) {
  const refetchInterval = useFallbackInterval();
  const { data } = useQuery({ ...silenceQuery(agentId), refetchInterval });
  useLiveQueries([`agent:${agentId}`, "config"], [silenceQuery(agentId).queryKey]);
  const windows = data?.now ?? [];
  if (windows.length === 0) return null;
  return (
    <Alert
      color="violet"
      variant="light"
      icon={<IconCalendarTime />}
      title={words.title}
      role="status"
      mb="md"
    >
      <Text size="sm">{words.text}</Text>
      <List size="sm" spacing={2} listStyleType="none" mt={4}>
        {windows.map((window) => (
          <List.Item key={window.id}>
            <Window window={window} />
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

function Window({ window }: { window: MaintenanceWindow }) {
  return (
    <>
      <TextLink to="/maintenance" search={{ dialog: `window:${window.id}` }} size="sm" fw={600}>
        {window.name}
      </TextLink>
      {window.next_change && (
        <>
          {` ${words.until} `}
          <Moment time={window.next_change} />
        </>
      )}
      {` · ${words.by(window.modified_by)}`}
      {window.reason && ` · ${window.reason}`}
    </>
  );
}
