/** What a policy excludes: clients, sites and single agents. */
import { Group, MultiSelect, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { answer, api } from "../api/client";
import { clientsQuery, siteChoices } from "../clients/queries";
import { seen } from "../conflicts/asking";
import { useSeen } from "../conflicts/useSeen";
import { ActionButton } from "../ui/actions";
import { FormProblems } from "../ui/FormProblems";
import { Panel } from "../ui/Page";
import { Loaded, ProblemNotice } from "../ui/states";
import { useAction } from "../ui/useAction";
import { useFresh } from "../ui/useFresh";
import { useLeaveGuard } from "../ui/useLeaveGuard";
import { useProblem } from "../ui/useProblem";
import { ExcludedAgents } from "./ExcludedAgents";
import { exclusions as words } from "./messages";
import { usePolicyId } from "./policyId";
import { AFTER_SETTING, type Policy, policyQuery } from "./queries";

export default function ExclusionsTab() {
  const query = useQuery(policyQuery(usePolicyId()));
  return (
    <Loaded query={query}>{(policy) => <Exclusions key={policy.id} policy={policy} />}</Loaded>
  );
}

interface Values {
  excluded_clients: string[];
  excluded_sites: string[];
  /** Keys of those that are stored, identifiers of those that were just chosen. */
  excluded_agents: (number | string)[];
}

function valuesOf(policy: Policy): Values {
  return {
    excluded_clients: policy.excluded_clients.map(String),
    excluded_sites: policy.excluded_sites.map(String),
    excluded_agents: policy.excluded_agents,
  };
}

function Exclusions({ policy }: { policy: Policy }) {
  const { data: clients = [] } = useQuery(clientsQuery);
  const form = useForm<Values>({ initialValues: valuesOf(policy) });
  useFresh(form, valuesOf(policy));
  const opened = useSeen(policy, form.isDirty());
  const { problem, show } = useProblem(form);
  const save = useAction({
    act: (values: Values) => {
      const params = { path: { id: policy.id } };
      const body = {
        excluded_clients: values.excluded_clients.map(Number),
        excluded_sites: values.excluded_sites.map(Number),
        // `openapi.json` has no "number or text".
        excluded_agents: values.excluded_agents as unknown as Record<string, never>[],
      };
      const headers = seen(opened.current);
      return answer(api.PUT("/automation/policies/{id}/", { params, headers, body }));
    },
    done: words.saved,
    refresh: AFTER_SETTING,
    onDone: () => form.resetDirty(),
    onProblem: show,
  });
  useLeaveGuard(form.isDirty() && !save.isPending);
  return (
    <Panel maw={720}>
      <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {words.about}
          </Text>
          {problem && <ProblemNotice error={problem} />}
          <MultiSelect
            label={words.clients}
            data={clients.map((client) => ({ value: String(client.id), label: client.name }))}
            searchable
            clearable
            {...form.getInputProps("excluded_clients")}
          />
          <MultiSelect
            label={words.sites}
            data={siteChoices(clients)}
            searchable
            clearable
            {...form.getInputProps("excluded_sites")}
          />
          <ExcludedAgents
            chosen={form.values.excluded_agents}
            onChange={(agents) => form.setFieldValue("excluded_agents", agents)}
          />
          <Group justify="flex-end">
            <FormProblems errors={form.errors} />
            <ActionButton
              right="can_manage_automation_policies"
              loading={save.isPending}
              onClick={form.onSubmit((values) => save.mutate(values))}
            >
              {words.save}
            </ActionButton>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
