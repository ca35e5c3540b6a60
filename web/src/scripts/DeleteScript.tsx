import { useNavigate } from "@tanstack/react-router";
import { answer, api } from "../api/client";
import { DeleteDialog } from "../ui/DeleteDialog";
import { scripts as words } from "./messages";
import type { Script } from "./queries";

export function DeleteScript({ script, onClose }: { script: Script; onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <DeleteDialog
      action={words.remove}
      name={script.name}
      force={words.force}
      act={(force) => {
        const params = { path: { id: script.id }, query: force ? { force } : {} };
        return answer(api.DELETE("/scripts/{id}/", { params }));
      }}
      done={words.removed(script.name)}
      refresh={[["scripts", "list"]]}
      onDone={() => void navigate({ to: "/scripts" })}
      onClose={onClose}
    >
      {words.removeText}
    </DeleteDialog>
  );
}
