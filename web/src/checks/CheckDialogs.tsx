/** The dialogs about checks, by the name in the address. */
import type { Agent } from "../agents/queries";
import { DependencyForm } from "../dependencies/DependencyForm";
import { ConfirmDialog } from "../ui/ConfirmDialog";
import { DeleteDialog } from "../ui/DeleteDialog";
import { useDialog } from "../ui/dialog";
import { useAction } from "../ui/useAction";
import { CheckFormDialog } from "./CheckFormDialog";
import { checks as words } from "./messages";
import { nameOf } from "./order";
import { deleteCheck, resetAll } from "./queries";
import type { Check, Owner } from "./types";
import { TYPES } from "./values";

interface CheckDialogsProps {
  owner: Owner;
  agent?: Agent | undefined;
  checks: Check[];
  /** Where to go when the check of this page was deleted. */
  onDeleted?: () => void;
}

export function CheckDialogs({ owner, agent, checks, onDeleted }: CheckDialogsProps) {
  const { open, close } = useDialog();
  const check = checks.find((one) => String(one.id) === open?.subject);
  const type = TYPES.find((one) => one === open?.subject);
  switch (open?.name) {
    case "add-check":
      return type ? (
        <CheckFormDialog key={type} owner={owner} type={type} agent={agent} onClose={close} />
      ) : null;
    case "edit-check":
      return check ? (
        <CheckFormDialog
          key={check.id}
          owner={owner}
          type={check.check_type}
          agent={agent}
          check={check}
          onClose={close}
        />
      ) : null;
    case "check-depends-on":
      return check ? (
        <DependencyForm
          subject={{ check: check.id }}
          name={nameOf(check)}
          isOfPolicy={!!check.policy}
          onClose={close}
        />
      ) : null;
    case "delete-check":
      return check ? (
        <DeleteDialog
          action={words.remove}
          name={nameOf(check)}
          act={() => deleteCheck(check.id)}
          done={words.removed(nameOf(check))}
          refresh={[["checks"], ["policies"], ["effective"]]}
          {...(onDeleted && { onDone: onDeleted })}
          onClose={close}
        >
          {check.policy ? words.removePolicyText : words.removeText}
        </DeleteDialog>
      ) : null;
    case "reset-checks":
      return agent ? <ResetAll agent={agent} onClose={close} /> : null;
    default:
      return null;
  }
}

function ResetAll({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  const reset = useAction({
    act: () => resetAll(agent.agent_id),
    done: words.resetAllDone,
    refresh: [["checks"], ["alerts"]],
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={words.resetAll}
      targets={[agent.hostname]}
      action={words.resetAll}
      busy={reset.isPending}
      onConfirm={() => reset.mutate()}
      onClose={onClose}
    >
      {words.resetAllText}
    </ConfirmDialog>
  );
}
