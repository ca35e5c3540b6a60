/** The dialogs of an agent's page, by the name in its address. */
import { useNavigate } from "@tanstack/react-router";
import { answer, api } from "../api/client";
import { useAction } from "../api/queries";
import { ConfirmDialog } from "../ui/ConfirmDialog";
import { DeleteDialog } from "../ui/DeleteDialog";
import { useDialog } from "../ui/dialog";
import { AgentForm } from "./AgentForm";
import type { Agent } from "./agent";
import { agent as words } from "./messages";

interface DialogProps {
  agent: Agent;
  onClose: () => void;
}

export function AgentDialogs({ agent }: { agent: Agent }) {
  const { open, close } = useDialog();
  switch (open?.name) {
    case "edit":
      return <AgentForm agent={agent} onClose={close} />;
    case "reboot":
      return <PowerDialog kind="reboot" agent={agent} onClose={close} />;
    case "shut-down":
      return <PowerDialog kind="shutdown" agent={agent} onClose={close} />;
    case "remove":
      return <RemoveDialog agent={agent} onClose={close} />;
    default:
      return null;
  }
}

function PowerDialog({ kind, agent, onClose }: DialogProps & { kind: "reboot" | "shutdown" }) {
  const params = { path: { agent_id: agent.agent_id } };
  const power = useAction({
    act: () =>
      kind === "reboot"
        ? answer(api.POST("/agents/{agent_id}/reboot/", { params, body: {} }))
        : answer(api.POST("/agents/{agent_id}/shutdown/", { params })),
    done: (message) => message,
    onDone: onClose,
  });
  const title = kind === "reboot" ? words.reboot : words.shutDown;
  return (
    <ConfirmDialog
      title={title}
      targets={[agent.hostname]}
      word={agent.hostname}
      action={title}
      busy={power.isPending}
      onConfirm={() => power.mutate()}
      onClose={onClose}
    >
      {kind === "reboot" ? words.rebootText : words.shutDownText}
    </ConfirmDialog>
  );
}

function RemoveDialog({ agent, onClose }: DialogProps) {
  const navigate = useNavigate();
  return (
    <DeleteDialog
      action={words.remove}
      name={agent.hostname}
      act={() => {
        const params = { path: { agent_id: agent.agent_id } };
        return answer(api.DELETE("/agents/{agent_id}/", { params }));
      }}
      done={words.removed(agent.hostname)}
      refresh={[["agents", "fleet"], ["clients"]]}
      onDone={() => void navigate({ to: "/agents" })}
      onClose={onClose}
    >
      {words.removeText}
    </DeleteDialog>
  );
}
