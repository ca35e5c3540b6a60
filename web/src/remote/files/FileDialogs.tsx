/** The dialog of a panel that is open, if one is. */
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { EditDialog } from "./EditDialog";
import type { FileSession } from "./fileSession";
import { files as words } from "./messages";
import { NameDialog } from "./NameDialog";
import { PermissionsDialog } from "./PermissionsDialog";
import { needsWord } from "./rows";
import type { FileDialog } from "./usePanel";
import type { Entry } from "./wire";

interface FileDialogsProps {
  files: FileSession;
  dialog: FileDialog | null;
  onClose: () => void;
}

export function FileDialogs({ files, dialog, onClose }: FileDialogsProps) {
  const { folder } = files;
  if (!dialog || folder === null) return null;
  switch (dialog.is) {
    case "new_folder":
      return <NameDialog files={files} folder={folder} onClose={onClose} />;
    case "rename":
      return <NameDialog files={files} folder={folder} entry={dialog.entry} onClose={onClose} />;
    case "remove":
      return <RemoveDialog files={files} entries={dialog.entries} onClose={onClose} />;
    case "permissions":
      return <PermissionsDialog files={files} entries={dialog.entries} onClose={onClose} />;
    case "edit": {
      const { entry, path } = dialog;
      return <EditDialog files={files} name={entry.name} path={path} onClose={onClose} />;
    }
  }
}

interface RemoveDialogProps {
  files: FileSession;
  entries: Entry[];
  onClose: () => void;
}

function RemoveDialog({ files, entries, onClose }: RemoveDialogProps) {
  const names = entries.map(({ name }) => name);
  const [only] = names;
  // A name for one thing; for many, the computer that loses them.
  const word = names.length === 1 ? only : files.hostname;
  const remove = () => {
    files.remove(entries);
    onClose();
  };
  return (
    <ConfirmDialog
      title={words.removeTitle(words.things(names))}
      targets={names}
      action={words.remove}
      onConfirm={remove}
      onClose={onClose}
      {...(needsWord(entries) && word !== undefined && { word })}
    >
      {words.removeText(files.hostname)}
    </ConfirmDialog>
  );
}
