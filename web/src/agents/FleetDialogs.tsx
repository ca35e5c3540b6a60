/** The dialogs of the fleet's page, by the name in its address. */
import { lazy, Suspense } from "react";
import { asWord } from "../api/word";
import type { BulkTarget } from "../bulk/queries";
import { usualShell } from "../bulk/shell";
import { useDialog } from "../ui/dialog";
import type { ViewContent } from "../views/queries";

const ListedAgentDialog = lazy(() => import("./AgentDialogs"));
const BulkDialog = lazy(() => import("../bulk/BulkDialog"));
const ViewDialogs = lazy(() => import("../views/ViewDialogs"));

interface FleetDialogsProps {
  /** The chosen agents; without any there is nothing to act on. */
  target: BulkTarget | null;
  /** Their platforms. */
  platforms: string[];
  /** What the table shows. */
  now: ViewContent;
}

export function FleetDialogs({ target, platforms, now }: FleetDialogsProps) {
  const { open, close } = useDialog();
  return (
    <Suspense>
      {target && open?.name === "bulk" && open.subject && (
        <BulkDialog
          mode={asWord(open.subject)}
          target={target}
          shell={usualShell(platforms)}
          onClose={close}
        />
      )}
      {open?.name.startsWith("agent-") && open.subject && (
        <ListedAgentDialog
          name={open.name.slice("agent-".length)}
          agentId={open.subject}
          onClose={close}
        />
      )}
      {open?.name.startsWith("view-") && <ViewDialogs page="agents" now={now} />}
    </Suspense>
  );
}
