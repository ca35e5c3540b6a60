/** On the page of an agent: that it is away only because something before it is. */
import { Alert, Text } from "@mantine/core";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useFallbackInterval, useLiveQueries } from "../live/live";
import { TextLink } from "../ui/links";
import { dependencies as words } from "./messages";
import { dependencyQuery } from "./queries";

export function UnreachableNotice({ agentId }: { agentId: string }) {
  const refetchInterval = useFallbackInterval();
  const { data } = useQuery({ ...dependencyQuery({ agentId }), refetchInterval });
  useLiveQueries([`agent:${agentId}`, "alerts"], [dependencyQuery({ agentId }).queryKey]);
  if (!data?.unreachable) return null;
  const { agent, hostname } = data;
  const title = hostname ? words.unreachable(hostname) : words.unreachableSomewhere;
  return (
    <Alert
      color="gray"
      variant="light"
      icon={<IconPlugConnectedX />}
      title={title}
      role="status"
      mb="md"
    >
      {agent && (
        <Text size="sm">
          {words.unreachableText}{" "}
          <TextLink to="/agents/$agentId" params={{ agentId: agent }} size="sm" underline="always">
            {hostname}
          </TextLink>
          .
        </Text>
      )}
    </Alert>
  );
}
