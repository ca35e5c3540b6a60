/** The settings of one agent. */
import {
  Checkbox,
  Group,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { answer, api } from "../api/client";
import * as rules from "../api/rules.gen";
import { clientsQuery, siteChoices } from "../clients/queries";
import { seen } from "../conflicts/asking";
import { FormDialog } from "../ui/FormDialog";
import { useAction } from "../ui/useAction";
import { useProblem } from "../ui/useProblem";
import { agents, agent as words } from "./messages";
import { type Agent, agentQuery } from "./queries";

function valuesOf(agent: Agent) {
  return {
    description: agent.description,
    site: String(agent.site),
    monitoring_type: agent.monitoring_type,
    offline_time: agent.offline_time,
    overdue_time: agent.overdue_time,
    check_interval: agent.check_interval,
    time_zone: agent.time_zone ?? "",
    overdue_email_alert: agent.overdue_email_alert,
    overdue_text_alert: agent.overdue_text_alert,
    overdue_dashboard_alert: agent.overdue_dashboard_alert,
  };
}

type Values = ReturnType<typeof valuesOf>;

export function AgentForm({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  const { data: clients } = useQuery(clientsQuery);
  const [opened] = useState(agent.modified_time);
  const form = useForm<Values>({ initialValues: valuesOf(agent) });
  const { problem, show } = useProblem(form);
  const save = useAction({
    act: ({ site, time_zone, ...rest }: Values) => {
      const body = { ...rest, site: Number(site), time_zone: time_zone || null };
      const params = { path: { agent_id: agent.agent_id } };
      return answer(api.PUT("/agents/{agent_id}/", { params, headers: seen(opened), body }));
    },
    done: words.saved(agent.hostname),
    refresh: [agentQuery(agent.agent_id).queryKey, ["agents", "fleet"], clientsQuery.queryKey],
    onDone: onClose,
    onProblem: show,
  });
  return (
    <FormDialog
      title={words.editTitle(agent.hostname)}
      size="lg"
      busy={save.isPending}
      dirty={form.isDirty()}
      errors={form.errors}
      problem={problem}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      onClose={onClose}
    >
      <TextInput label={words.description} data-autofocus {...form.getInputProps("description")} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <Select
          label={words.site}
          data={siteChoices(clients ?? [])}
          // What is typed before the sites are there would be lost when they come.
          disabled={!clients}
          searchable
          allowDeselect={false}
          {...form.getInputProps("site")}
        />
        <Select
          label={words.type}
          data={[
            { value: "server", label: agents.server },
            { value: "workstation", label: agents.workstation },
          ]}
          allowDeselect={false}
          {...form.getInputProps("monitoring_type")}
        />
        <NumberInput
          label={words.offlineTime}
          {...rules.UpdateAgent.offline_time}
          {...form.getInputProps("offline_time")}
        />
        <NumberInput
          label={words.overdueTime}
          {...rules.UpdateAgent.overdue_time}
          {...form.getInputProps("overdue_time")}
        />
        <NumberInput
          label={words.checkInterval}
          {...rules.UpdateAgent.check_interval}
          {...form.getInputProps("check_interval")}
        />
        <TextInput
          label={words.timeZone}
          description={words.timeZoneHint}
          inputWrapperOrder={["label", "input", "description", "error"]}
          placeholder={agent.timezone}
          {...form.getInputProps("time_zone")}
        />
      </SimpleGrid>
      <Stack gap={6}>
        <Text size="sm" fw={500}>
          {words.overdueAlerts}
        </Text>
        <Group gap="md">
          <Checkbox
            label={words.overdueDashboard}
            {...form.getInputProps("overdue_dashboard_alert", { type: "checkbox" })}
          />
          <Checkbox
            label={words.overdueEmail}
            {...form.getInputProps("overdue_email_alert", { type: "checkbox" })}
          />
          <Checkbox
            label={words.overdueText}
            {...form.getInputProps("overdue_text_alert", { type: "checkbox" })}
          />
        </Group>
      </Stack>
    </FormDialog>
  );
}
