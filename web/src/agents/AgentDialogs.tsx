/** The dialogs about one agent as a whole: on its page, and over the list. */
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { answer, api } from "../api/client";
import { DependencyForm } from "../dependencies/DependencyForm";
import { WindowForm } from "../maintenanceWindows/WindowForm";
import { dashQuery } from "../preferences/preferences";
import { AgentPolicyDialog } from "../remote/policy/AgentPolicyDialog";
import { ConfirmDialog } from "../ui/ConfirmDialog";
import { DeleteDialog } from "../ui/DeleteDialog";
import { useDialog } from "../ui/dialog";
import { useAction } from "../ui/useAction";
import { RunDialog } from "../urlActions/RunDialog";
import { AgentForm } from "./AgentForm";
import { AgentSummary } from "./AgentSummary";
import { removal, agent as words } from "./messages";
import { type Agent, agentQuery } from "./queries";
import { RebootLaterDialog } from "./RebootLaterDialog";
import { announceRemoval } from "./restoring";

interface DialogProps {
  agent: Agent;
  onClose: () => void;
}

/** By the name in the address of an agent's page. */
export function AgentDialogs({ agent }: { agent: Agent }) {
  const navigate = useNavigate();
  const { open, close } = useDialog();
  if (!open) return null;
  const leave = () => void navigate({ to: "/agents" });
  return <AgentDialog name={open.name} agent={agent} onClose={close} onRemoved={leave} />;
}

interface ListedAgentDialogProps {
  name: string;
  agentId: string;
  onClose: () => void;
}

/** Over the list, which stays where it is. */
export default function ListedAgentDialog({ name, agentId, onClose }: ListedAgentDialogProps) {
  const { data: agent } = useQuery(agentQuery(agentId));
  if (!agent) return null;
  return <AgentDialog name={name} agent={agent} onClose={onClose} onRemoved={onClose} />;
}

function AgentDialog(props: DialogProps & { name: string; onRemoved: () => void }) {
  const { name, agent, onClose, onRemoved } = props;
  const shared = { agent, onClose };
  switch (name) {
    case "edit":
      return <AgentForm {...shared} />;
    case "reboot":
      return <PowerDialog kind="reboot" {...shared} />;
    case "reboot-later":
      return <RebootLaterDialog {...shared} />;
    case "shut-down":
      return <PowerDialog kind="shutdown" {...shared} />;
    case "recover":
      return <RecoverDialog {...shared} />;
    case "url-actions":
      return <RunDialog agentId={agent.agent_id} hostname={agent.hostname} onClose={onClose} />;
    case "maintenance-window": {
      const target = { type: "agent" as const, id: agent.agent_id, name: agent.hostname };
      return <WindowForm target={target} onClose={onClose} />;
    }
    case "depends-on": {
      const subject = { agentId: agent.agent_id };
      return <DependencyForm subject={subject} name={agent.hostname} onClose={onClose} />;
    }
    case "remote-policy":
      return <AgentPolicyDialog {...shared} />;
    case "remove":
      return <RemoveDialog {...shared} onRemoved={onRemoved} />;
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
    done: kind === "reboot" ? words.rebooting(agent.hostname) : words.shuttingDown(agent.hostname),
    onDone: onClose,
  });
  const title = kind === "reboot" ? words.reboot : words.shutDown;
  return (
    <ConfirmDialog
      title={title}
      about={<AgentSummary agent={agent} />}
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

function RecoverDialog({ agent, onClose }: DialogProps) {
  const recover = useAction({
    act: () => {
      const params = { path: { agent_id: agent.agent_id } };
      return answer(api.POST("/agents/{agent_id}/recover/", { params, body: { mode: "agent" } }));
    },
    done: words.recovering(agent.hostname),
    refresh: [["runs", "list"]],
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={words.recover}
      about={<AgentSummary agent={agent} />}
      action={words.recover}
      busy={recover.isPending}
      onConfirm={() => recover.mutate()}
      onClose={onClose}
    >
      {words.recoverText}
    </ConfirmDialog>
  );
}

function RemoveDialog({ agent, onClose, onRemoved }: DialogProps & { onRemoved: () => void }) {
  const { data: info } = useQuery(dashQuery);
  const minutes = info?.removal_delay_minutes ?? 0;
  const params = { path: { agent_id: agent.agent_id } };
  return (
    <DeleteDialog
      action={words.remove}
      name={agent.hostname}
      about={<AgentSummary agent={agent} />}
      act={() => answer(api.DELETE("/agents/{agent_id}/", { params }))}
      done={() => announceRemoval(words.removed(agent.hostname), [agent.agent_id], minutes)}
      refresh={[["agents", "fleet"], ["agents", "removed"], ["clients"]]}
      onDone={onRemoved}
      onClose={onClose}
    >
      {removal.text(minutes)}
    </DeleteDialog>
  );
}
