/** Deletes an alert template; one that is set somewhere needs a second confirmation. */
import type { AlertTemplate } from "../templateChoice/queries";
import { DeleteDialog } from "../ui/DeleteDialog";
import { templates as words } from "./messages";
import { AFTER_SAVING, deleteTemplate } from "./queries";

interface DeleteTemplateProps {
  template: AlertTemplate;
  onDone?: () => void;
  onClose: () => void;
}

export function DeleteTemplate({ template, onDone, onClose }: DeleteTemplateProps) {
  return (
    <DeleteDialog
      action={words.remove}
      name={template.name}
      force={words.removeForce}
      act={(force) => deleteTemplate(template.id, force)}
      done={words.removed(template.name)}
      refresh={[...AFTER_SAVING, ["clients"], ["policies"]]}
      {...(onDone && { onDone })}
      onClose={onClose}
    >
      {words.removeText}
    </DeleteDialog>
  );
}
