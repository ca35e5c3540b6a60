/** Deletes the agents' own update settings of a client or site: they inherit again. */
import { answer, api } from "../api/client";
import { ConfirmDialog } from "../ui/ConfirmDialog";
import { useAction } from "../ui/useAction";
import { reach as words } from "./messages";
import { AFTER_SETTING } from "./queries";
import type { TreeRow } from "./tree";

export function ResetUpdates({ row, onClose }: { row: TreeRow; onClose: () => void }) {
  const { target } = row;
  const reset = useAction({
    act: () => {
      const body =
        target.kind === "client"
          ? { client: target.id }
          : target.kind === "site"
            ? { site: target.id }
            : {};
      return answer(api.POST("/automation/patchpolicy/reset/", { body }));
    },
    done: (message) => message,
    refresh: AFTER_SETTING,
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={words.resetUpdates}
      targets={[row.name]}
      word={row.name}
      action={words.resetUpdates}
      busy={reset.isPending}
      onConfirm={() => reset.mutate()}
      onClose={onClose}
    >
      {words.resetUpdatesText}
    </ConfirmDialog>
  );
}
