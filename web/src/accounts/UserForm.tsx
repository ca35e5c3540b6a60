import { Checkbox, Group, PasswordInput, Select, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { answer, api } from "../api/client";
import { seen } from "../conflicts/asking";
import { useRights } from "../session/me";
import { FormDialog } from "../ui/FormDialog";
import { ui } from "../ui/messages";
import { useAction } from "../ui/useAction";
import { useProblem } from "../ui/useProblem";
import { accounts, users as words } from "./messages";
import { PendingWork } from "./PendingWork";
import { rolesQuery, type User, usersQuery } from "./queries";

interface UserFormProps {
  /** The user to change; a new one when there is none. */
  user?: User;
  onClose: () => void;
}

interface Values {
  username: string;
  first_name: string;
  last_name: string;
  email: string;
  role: string | null;
  password: string;
  is_active: boolean;
  block_dashboard_login: boolean;
}

export function UserForm({ user, onClose }: UserFormProps) {
  const { surely } = useRights();
  const { data: roles = [] } = useQuery({ ...rolesQuery, enabled: surely("can_list_roles") });
  const [opened] = useState(user?.modified_time);
  const form = useForm<Values>({
    initialValues: {
      username: user?.username ?? "",
      first_name: user?.first_name ?? "",
      last_name: user?.last_name ?? "",
      email: user?.email ?? "",
      role: user?.role ? String(user.role) : null,
      password: "",
      is_active: user?.is_active ?? true,
      block_dashboard_login: user?.block_dashboard_login ?? false,
    },
  });
  const { problem, show } = useProblem(form);
  const save = useAction({
    act: ({ password, role, ...rest }: Values) => {
      const body = { ...rest, role: role ? Number(role) : null };
      return user
        ? answer(
            api.PUT("/accounts/{id}/users/", {
              params: { path: { id: user.id } },
              headers: seen(opened),
              body,
            }),
          )
        : answer(api.POST("/accounts/users/", { body: { ...body, password } }));
    },
    done: (saved) => (user ? words.saved(saved.username) : words.added(saved.username)),
    refresh: [usersQuery.queryKey, rolesQuery.queryKey],
    onDone: onClose,
    onProblem: show,
  });
  return (
    <FormDialog
      title={user ? words.edit(user.username) : words.add}
      submit={user ? ui.save : ui.create}
      busy={save.isPending}
      dirty={form.isDirty()}
      errors={form.errors}
      problem={problem}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      onClose={onClose}
    >
      <TextInput
        label={accounts.username}
        required
        autoComplete="off"
        data-autofocus
        {...form.getInputProps("username")}
      />
      {!user && (
        <PasswordInput
          label={accounts.password}
          description={accounts.passwordHint}
          autoComplete="new-password"
          required
          {...form.getInputProps("password")}
        />
      )}
      <Group grow align="flex-start">
        <TextInput label={words.firstName} {...form.getInputProps("first_name")} />
        <TextInput label={words.lastName} {...form.getInputProps("last_name")} />
      </Group>
      <TextInput label={accounts.email} type="email" {...form.getInputProps("email")} />
      <Select
        label={words.role}
        placeholder={user?.is_superuser ? words.superuser : words.noRole}
        data={roles.map((role) => ({ value: String(role.id), label: role.name }))}
        searchable
        clearable
        {...form.getInputProps("role")}
      />
      <Checkbox label={words.isActive} {...form.getInputProps("is_active", { type: "checkbox" })} />
      {user?.is_active && !form.values.is_active && <PendingWork user={user.id} />}
      <Checkbox
        label={words.block}
        {...form.getInputProps("block_dashboard_login", { type: "checkbox" })}
      />
    </FormDialog>
  );
}
