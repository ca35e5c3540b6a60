/** The sessions on a computer, open and ended. */
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { remote as words } from "./messages";
import { agentSessionsQuery } from "./queries";
import { SessionList } from "./SessionList";

export default function RemoteTab() {
  const { agentId } = useParams({ from: "/shell/agents/$agentId" });
  const query = useQuery(agentSessionsQuery(agentId));
  return (
    <SessionList
      label={words.history}
      query={query}
      none={{ title: words.noneHere, hint: words.noneHereHint }}
      ofAgent
    />
  );
}
