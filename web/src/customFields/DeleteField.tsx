import { answer, api, type Schema } from "../api/client";
import { DeleteDialog } from "../ui/DeleteDialog";
import { customFields as words } from "./messages";
import { definitionsQuery } from "./queries";

interface DeleteFieldProps {
  definition: Schema<"CustomField">;
  onClose: () => void;
}

export function DeleteField({ definition, onClose }: DeleteFieldProps) {
  return (
    <DeleteDialog
      action={words.remove}
      name={definition.name}
      force={words.force}
      act={(force) => {
        const params = { path: { id: definition.id }, query: force ? { force } : {} };
        return answer(api.DELETE("/core/customfields/{id}/", { params }));
      }}
      done={words.removed(definition.name)}
      refresh={[definitionsQuery.queryKey, ["agents"], ["clients"]]}
      onClose={onClose}
    >
      {words.removeText}
    </DeleteDialog>
  );
}
