/** Deletes alerts after a word was typed. */
import { ConfirmDialog } from "../ui/ConfirmDialog";
import { alerts as words } from "./messages";

interface DeleteManyProps {
  names: string[];
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

export function DeleteMany({ names, ...dialog }: DeleteManyProps) {
  return (
    <ConfirmDialog
      title={words.removeTitle}
      // Two alerts may say the same.
      targets={[...new Set(names)]}
      word={words.removeWord}
      action={words.remove}
      {...dialog}
    >
      {words.removeText(names.length)}
    </ConfirmDialog>
  );
}
