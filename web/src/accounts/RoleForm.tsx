/** Makes or changes a role. */
import { Group, SimpleGrid, Stack, Switch, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconTrash } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { answer, api } from "../api/client";
import { seen } from "../conflicts/asking";
import { rightGroups } from "../session/rights";
import { ActionButton } from "../ui/actions";
import { useDialog } from "../ui/dialog";
import { FormProblems } from "../ui/FormProblems";
import { Page, Panel } from "../ui/Page";
import { ProblemNotice } from "../ui/states";
import { useAction } from "../ui/useAction";
import { useLeaveGuard } from "../ui/useLeaveGuard";
import { useProblem } from "../ui/useProblem";
import { DeleteRole } from "./DeleteRole";
import { roles as words } from "./messages";
import { type Role, rolesQuery } from "./queries";
import { RightGroupPanel } from "./RightGroupPanel";
import { RoleScopePanel } from "./RoleScopePanel";
import { type RoleValues, roleBody, roleValues } from "./roleValues";

export function RoleForm({ role }: { role?: Role }) {
  const navigate = useNavigate();
  const dialog = useDialog();
  const [find, setFind] = useState("");
  const [opened] = useState(role?.modified_time);
  const form = useForm<RoleValues>({ initialValues: roleValues(role) });
  const { problem, show } = useProblem(form);
  const dirty = form.isDirty();
  const save = useAction({
    act: (values: RoleValues) => {
      const body = roleBody(values);
      return role
        ? answer(
            api.PUT("/accounts/roles/{id}/", {
              params: { path: { id: role.id } },
              headers: seen(opened),
              body,
            }),
          )
        : answer(api.POST("/accounts/roles/", { body }));
    },
    done: (saved) => words.saved(saved.name),
    refresh: [rolesQuery.queryKey, ["accounts", "me"]],
    onDone: () => {
      form.resetDirty();
      setTimeout(() => void navigate({ to: "/settings/roles" }));
    },
    onProblem: show,
  });
  useLeaveGuard(dirty && !save.isSuccess);
  const actions = role && (
    <ActionButton
      right="can_manage_roles"
      variant="default"
      leftSection={<IconTrash size={16} />}
      onClick={() => dialog.show("delete-role")}
    >
      {words.remove}
    </ActionButton>
  );
  const submit = form.onSubmit((values) => save.mutate(values));
  return (
    <Page title={role?.name ?? words.newRole} about={words.about} actions={actions}>
      <form onSubmit={submit}>
        <Stack gap="md">
          {problem && <ProblemNotice error={problem} />}
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
            <Panel>
              <Stack gap="sm">
                <TextInput label={words.name} required {...form.getInputProps("name")} />
                <Switch
                  label={words.superuser}
                  description={words.superuserHint}
                  {...form.getInputProps("is_superuser", { type: "checkbox" })}
                />
                <Switch
                  label={words.codeForRemote}
                  description={words.codeForRemoteHint}
                  {...form.getInputProps("require_2fa_for_remote", { type: "checkbox" })}
                />
              </Stack>
            </Panel>
            <RoleScopePanel form={form} />
          </SimpleGrid>
          {!form.values.is_superuser && (
            <>
              <Group gap="sm" justify="space-between">
                <Text fw={600}>{words.may} …</Text>
                <TextInput
                  aria-label={words.findRight}
                  placeholder={words.findRight}
                  value={find}
                  onChange={(event) => setFind(event.currentTarget.value)}
                />
              </Group>
              <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }} spacing="md">
                {rightGroups.map((group) => (
                  <RightGroupPanel
                    key={group.name}
                    group={group}
                    find={find}
                    held={form.values.rights}
                    onChange={(rights) => form.setFieldValue("rights", rights)}
                  />
                ))}
              </SimpleGrid>
            </>
          )}
          <Group gap="sm">
            <ActionButton
              right="can_manage_roles"
              loading={save.isPending}
              onClick={() => submit()}
            >
              {words.save}
            </ActionButton>
            <FormProblems errors={form.errors} />
          </Group>
        </Stack>
      </form>
      {role && dialog.open?.name === "delete-role" && <DeleteRole role={role} />}
    </Page>
  );
}
