/** Deletes a maintenance window. */
import { DeleteDialog } from "../ui/DeleteDialog";
import { windows as words } from "./messages";
import { AFTER_SAVING, deleteWindow } from "./queries";
import type { MaintenanceWindow } from "./values";

interface DeleteWindowProps {
  window: MaintenanceWindow;
  onClose: () => void;
}

export function DeleteWindow({ window, onClose }: DeleteWindowProps) {
  return (
    <DeleteDialog
      action={words.remove}
      name={window.name}
      act={() => deleteWindow(window.id)}
      done={words.removed(window.name)}
      refresh={AFTER_SAVING}
      onClose={onClose}
    >
      {words.removeText}
    </DeleteDialog>
  );
}
