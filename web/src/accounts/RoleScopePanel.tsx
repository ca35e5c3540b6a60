/** Which clients and sites the users of a role see. */
import { MultiSelect, Stack, Text } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { clientsQuery, siteChoices } from "../clients/queries";
import { useRights } from "../session/me";
import { Panel, PanelTitle } from "../ui/Page";
import { roles as words } from "./messages";
import type { RoleValues } from "./roleValues";

export function RoleScopePanel({ form }: { form: UseFormReturnType<RoleValues> }) {
  const { surely } = useRights();
  const { data: clients = [] } = useQuery({ ...clientsQuery, enabled: surely("can_list_clients") });
  return (
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
  );
}
