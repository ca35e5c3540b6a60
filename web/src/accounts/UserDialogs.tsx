/** The dialogs of the users' page, by the name in its address. */
import { Group, Modal, PasswordInput, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { answer, api } from "../api/client";
import { ActionButton } from "../ui/actions";
import { ConfirmDialog } from "../ui/ConfirmDialog";
import { DeleteDialog } from "../ui/DeleteDialog";
import { useDialog } from "../ui/dialog";
import { FormDialog } from "../ui/FormDialog";
import { useAction } from "../ui/useAction";
import { useProblem } from "../ui/useProblem";
import { accounts, own, users as words } from "./messages";
import { PendingWork } from "./PendingWork";
import { type User, usersQuery } from "./queries";
import { SessionTable } from "./SessionTable";
import { UserForm } from "./UserForm";

export function UserDialogs({ all }: { all: User[] }) {
  const { open, close } = useDialog();
  if (open?.name === "add-user") return <UserForm onClose={close} />;
  const user = all.find((one) => String(one.id) === open?.subject);
  if (!user) return null;
  switch (open?.name) {
    case "edit-user":
      return <UserForm user={user} onClose={close} />;
    case "user-password":
      return <PasswordDialog user={user} onClose={close} />;
    case "user-totp":
      return <TotpDialog user={user} onClose={close} />;
    case "user-sessions":
      return <SessionsDialog user={user} onClose={close} />;
    case "delete-user":
      return <DeleteUser user={user} onClose={close} />;
    default:
      return null;
  }
}

interface UserDialogProps {
  user: User;
  onClose: () => void;
}

function PasswordDialog({ user, onClose }: UserDialogProps) {
  const form = useForm({ initialValues: { password: "" } });
  const { problem, show } = useProblem(form);
  const save = useAction({
    act: ({ password }: { password: string }) =>
      answer(api.POST("/accounts/users/reset/", { body: { id: user.id, password } })),
    done: words.passwordSet,
    onDone: onClose,
    onProblem: show,
  });
  return (
    <FormDialog
      title={words.setPasswordFor(user.username)}
      busy={save.isPending}
      dirty={form.isDirty()}
      errors={form.errors}
      problem={problem}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      onClose={onClose}
    >
      <PasswordInput
        label={own.newPassword}
        description={accounts.passwordHint}
        autoComplete="new-password"
        required
        data-autofocus
        {...form.getInputProps("password")}
      />
    </FormDialog>
  );
}

function TotpDialog({ user, onClose }: UserDialogProps) {
  const reset = useAction({
    act: () => answer(api.PUT("/accounts/users/reset_totp/", { body: { id: user.id } })),
    done: words.totpReset,
    refresh: [usersQuery.queryKey],
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={words.resetTotp}
      targets={[user.username]}
      word={user.username}
      action={words.resetTotp}
      busy={reset.isPending}
      onConfirm={() => reset.mutate()}
      onClose={onClose}
    >
      {own.twoFactorAbout}
    </ConfirmDialog>
  );
}

function SessionsDialog({ user, onClose }: UserDialogProps) {
  const end = useAction({
    act: () =>
      answer(api.DELETE("/accounts/users/{id}/sessions/", { params: { path: { id: user.id } } })),
    done: words.sessionsEnded,
    refresh: [["accounts", "sessions"]],
  });
  return (
    <Modal opened onClose={onClose} title={words.sessionsOf(user.username)} size="xl">
      <Stack gap="md">
        <SessionTable user={user.id} />
        <Group justify="flex-end">
          <ActionButton
            right="can_manage_accounts"
            color="red"
            variant="light"
            loading={end.isPending}
            onClick={() => end.mutate()}
          >
            {words.endSessions}
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  );
}

function DeleteUser({ user, onClose }: UserDialogProps) {
  return (
    <DeleteDialog
      action={words.remove}
      name={user.username}
      act={() => answer(api.DELETE("/accounts/{id}/users/", { params: { path: { id: user.id } } }))}
      done={words.removed(user.username)}
      refresh={[usersQuery.queryKey]}
      onClose={onClose}
    >
      {words.removeText}
      <PendingWork user={user.id} />
    </DeleteDialog>
  );
}
