/** The name of a template, and what it leaves out. */
import { MultiSelect, SimpleGrid, Stack, Switch, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { OwnersField } from "../clients/OwnersField";
import { clientsQuery, siteChoices } from "../clients/queries";
import { useRights } from "../session/me";
import { Panel, PanelTitle } from "../ui/Page";
import { ExcludedAgents } from "./ExcludedAgents";
import type { TemplateForm } from "./form";
import { templates, form as words } from "./messages";

export function GeneralStep({ form }: { form: TemplateForm }) {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      <Panel>
        <PanelTitle>{words.general}</PanelTitle>
        <Stack gap="sm">
          <TextInput
            label={templates.name}
            required
            maxLength={100}
            {...form.getInputProps("name")}
          />
          <Switch
            label={templates.active}
            description={templates.activeHint}
            {...form.getInputProps("is_active", { type: "checkbox" })}
          />
          <OwnersField {...form.getInputProps("owner_clients")} />
        </Stack>
      </Panel>
      <Exclusions form={form} />
    </SimpleGrid>
  );
}

function Exclusions({ form }: { form: TemplateForm }) {
  const { surely } = useRights();
  const { data: clients = [] } = useQuery({ ...clientsQuery, enabled: surely("can_list_clients") });
  return (
    <Panel>
      <PanelTitle>{words.exclusions}</PanelTitle>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {words.exclusionsHint}
        </Text>
        <Switch
          label={words.excludeServers}
          {...form.getInputProps("exclude_servers", { type: "checkbox" })}
        />
        <Switch
          label={words.excludeWorkstations}
          {...form.getInputProps("exclude_workstations", { type: "checkbox" })}
        />
        <MultiSelect
          label={words.excludedClients}
          placeholder={form.values.excluded_clients.length > 0 ? undefined : words.nobody}
          data={clients.map((client) => ({ value: String(client.id), label: client.name }))}
          searchable
          clearable
          {...form.getInputProps("excluded_clients")}
        />
        <MultiSelect
          label={words.excludedSites}
          placeholder={form.values.excluded_sites.length > 0 ? undefined : words.nobody}
          data={siteChoices(clients)}
          searchable
          clearable
          {...form.getInputProps("excluded_sites")}
        />
        <ExcludedAgents {...form.getInputProps("excluded_agents")} />
      </Stack>
    </Panel>
  );
}
