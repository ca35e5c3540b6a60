/** Asks before the update settings of a policy are deleted. */
import { answer, api } from "../api/client";
import { ConfirmDialog } from "../ui/ConfirmDialog";
import { useAction } from "../ui/useAction";
import { patch as words } from "./messages";
import { AFTER_SETTING, type Policy } from "./queries";

export function ResetPatchDialog({ policy, id, onClose }: ResetPatchDialogProps) {
  const reset = useAction({
    act: () => answer(api.DELETE("/automation/patchpolicy/{id}/", { params: { path: { id } } })),
    done: words.wasReset,
    refresh: AFTER_SETTING,
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={words.reset}
      targets={[policy.name]}
      word={policy.name}
      action={words.reset}
      busy={reset.isPending}
      onConfirm={() => reset.mutate()}
      onClose={onClose}
    >
      {words.resetText}
    </ConfirmDialog>
  );
}

interface ResetPatchDialogProps {
  policy: Policy;
  id: number;
  onClose: () => void;
}
