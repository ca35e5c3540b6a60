/** Asks before a service is stopped or restarted: which one, and on which computer. */
import { AgentSummaryOf } from "../agents/AgentSummary";
import { ConfirmDialog } from "../ui/ConfirmDialog";
import { services as words } from "./messages";

/** What interrupts those who use the service. */
export type Interruption = "stop" | "restart";

interface ServiceDialogProps {
  action: Interruption;
  name: string;
  agentId: string;
  /** Its host name is typed before the service is stopped: it does not start again on its own. */
  hostname: string | undefined;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

export function ServiceDialog({ action, name, agentId, hostname, ...others }: ServiceDialogProps) {
  return (
    <ConfirmDialog
      title={action === "stop" ? words.stopTitle : words.restartTitle}
      targets={[name]}
      about={<AgentSummaryOf agentId={agentId} />}
      {...(action === "stop" && { word: hostname ?? name })}
      action={words[action]}
      {...others}
    >
      {action === "stop" ? words.stopText : words.restartText}
    </ConfirmDialog>
  );
}

/** The action in the name of a dialog, as in `restart-service`. */
export function interruptionOf(dialog: string | undefined): Interruption | null {
  if (dialog === "stop-service") return "stop";
  return dialog === "restart-service" ? "restart" : null;
}
