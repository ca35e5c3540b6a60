/** Asks before a role is deleted. */
import { useNavigate } from "@tanstack/react-router";
import { answer, api } from "../api/client";
import { DeleteDialog } from "../ui/DeleteDialog";
import { useDialog } from "../ui/dialog";
import { roles as words } from "./messages";
import { type Role, rolesQuery } from "./queries";

export function DeleteRole({ role }: { role: Role }) {
  const navigate = useNavigate();
  const { close } = useDialog();
  return (
    <DeleteDialog
      action={words.remove}
      name={role.name}
      act={() => answer(api.DELETE("/accounts/roles/{id}/", { params: { path: { id: role.id } } }))}
      done={words.removed(role.name)}
      refresh={[rolesQuery.queryKey]}
      onDone={() => void navigate({ to: "/settings/roles" })}
      onClose={close}
    >
      {words.removeText}
    </DeleteDialog>
  );
}
