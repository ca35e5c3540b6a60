/** One role: its rights in groups, each explained, and its scope. */
import {
  Button,
  Checkbox,
  Group,
  MultiSelect,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  TextInput,
} from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { answer, api, type Schema } from "../api/client";
import { clientsQuery, siteChoices } from "../clients/queries";
import { seen } from "../conflicts/asking";
import { useRights } from "../session/me";
import { allows, type Right, type RightGroup, rightGroups } from "../session/rights";
import { ActionButton } from "../ui/actions";
import { DeleteDialog } from "../ui/DeleteDialog";
import { useDialog } from "../ui/dialog";
import { FormProblems } from "../ui/FormProblems";
import { Page, Panel, PanelTitle } from "../ui/Page";
import { Loaded, NotFound, ProblemNotice } from "../ui/states";
import { useAction } from "../ui/useAction";
import { useLeaveGuard } from "../ui/useLeaveGuard";
import { useProblem } from "../ui/useProblem";
import { roles as words } from "./messages";
import { type Role, rolesQuery } from "./queries";

export default function RolePage() {
  const { roleId } = useParams({ from: "/shell/settings/roles/$roleId" });
  const query = useQuery(rolesQuery);
  if (roleId === "new") return <RoleForm key="new" />;
  const role = query.data?.find((one) => String(one.id) === roleId);
  if (role) return <RoleForm key={role.id} role={role} />;
  return (
    <Page title={words.title} bare>
      <Loaded query={query}>{() => <NotFound />}</Loaded>
    </Page>
  );
}

const ALL = Object.keys(allows) as Right[];

interface Values {
  name: string;
  is_superuser: boolean;
  rights: Right[];
  clients: string[];
  sites: string[];
}

function valuesOf(role?: Role): Values {
  return {
    name: role?.name ?? "",
    is_superuser: role?.is_superuser ?? false,
    rights: role ? ALL.filter((right) => role[right]) : [],
    clients: (role?.can_view_clients ?? []).map(String),
    sites: (role?.can_view_sites ?? []).map(String),
  };
}

function bodyOf(values: Values): Schema<"NewRoleFields"> {
  const flags = Object.fromEntries(ALL.map((right) => [right, values.rights.includes(right)]));
  return {
    ...flags,
    name: values.name,
    is_superuser: values.is_superuser,
    can_view_clients: values.clients.map(Number),
    can_view_sites: values.sites.map(Number),
  };
}

function RoleForm({ role }: { role?: Role }) {
  const navigate = useNavigate();
  const dialog = useDialog();
  const { may } = useRights();
  const { data: clients = [] } = useQuery({ ...clientsQuery, enabled: may("can_list_clients") });
  const [find, setFind] = useState("");
  const [opened] = useState(role?.modified_time);
  const form = useForm<Values>({ initialValues: valuesOf(role) });
  const { problem, show } = useProblem(form);
  const dirty = form.isDirty();
  const save = useAction({
    act: (values: Values) => {
      const body = bodyOf(values);
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
              </Stack>
            </Panel>
            <Panel>
              <PanelTitle>{words.scope}</PanelTitle>
              <Stack gap="sm">
                <Text size="sm" c="dimmed">
                  {words.scopeAbout}
                </Text>
                <MultiSelect
                  label={words.clients}
                  data={clients.map((one) => ({ value: String(one.id), label: one.name }))}
                  searchable
                  clearable
                  {...form.getInputProps("clients")}
                />
                <MultiSelect
                  label={words.sites}
                  data={siteChoices(clients)}
                  searchable
                  clearable
                  {...form.getInputProps("sites")}
                />
              </Stack>
            </Panel>
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
                  <GroupPanel
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

interface GroupPanelProps {
  group: RightGroup;
  find: string;
  held: Right[];
  onChange: (held: Right[]) => void;
}

function GroupPanel({ group, find, held, onChange }: GroupPanelProps) {
  const shown = group.rights.filter((right) =>
    `${right} ${allows[right]}`.toLowerCase().includes(find.toLowerCase()),
  );
  if (shown.length === 0) return null;
  const others = held.filter((right) => !group.rights.includes(right));
  return (
    <Panel>
      <PanelTitle
        actions={
          <Group gap={4}>
            <Button
              size="compact-xs"
              variant="subtle"
              onClick={() => onChange([...others, ...group.rights])}
            >
              {words.all}
            </Button>
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              onClick={() => onChange(others)}
            >
              {words.noneOf}
            </Button>
          </Group>
        }
      >
        {group.name}
      </PanelTitle>
      <Checkbox.Group value={held} onChange={(next) => onChange(next as Right[])}>
        <Stack gap={10}>
          {shown.map((right) => (
            <Checkbox key={right} value={right} label={allows[right]} description={right} />
          ))}
        </Stack>
      </Checkbox.Group>
    </Panel>
  );
}

function DeleteRole({ role }: { role: Role }) {
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
