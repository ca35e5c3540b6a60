/** On every page: shows what one asked to be told about when it happens, and keeps the watches fresh. */
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useLive } from "../live/live";
import { notifyWithButton } from "../ui/notify";
import { watches as words } from "./messages";
import { watchesQuery } from "./queries";

const { queryKey } = watchesQuery;

export function WatchHost() {
  const client = useQueryClient();
  const navigate = useNavigate();
  useLive(["watches"], [queryKey], (event) => {
    void client.invalidateQueries({ queryKey });
    if (event.type !== "watch.fired") return;
    const { run, agent_id: agentId, message } = event.data;
    const open = () =>
      void (run === null
        ? navigate({ to: "/agents/$agentId", params: { agentId } })
        : navigate({ to: "/runs/$runId", params: { runId: String(run) } }));
    // It stays: somebody waited for it, and may be away for a moment.
    notifyWithButton({ message, label: words.show, act: open, autoClose: false });
  });
  return null;
}
