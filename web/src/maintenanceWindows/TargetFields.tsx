/** Chooses what a window silences: an agent, a site, a client, a policy or a saved view. */
import { Select, SimpleGrid } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { asWord } from "../api/word";
import { clientsQuery, siteChoices } from "../clients/queries";
import { policiesQuery } from "../policies/queries";
import { useRights } from "../session/me";
import { viewsOf } from "../views/queries";
import type { WindowForm } from "./form";
import { windows as words } from "./messages";
import { agentChoicesQuery } from "./queries";
import { TARGET_TYPES, type Target, type TargetType } from "./targets";

interface TargetFieldsProps {
  form: WindowForm;
  /** The target that was chosen before, in case it is not among the choices. */
  known: Target | undefined;
}

export function TargetFields({ form, known }: TargetFieldsProps) {
  const { target_type: type } = form.values;
  const shared = { form, known: known?.type === type ? known : undefined };
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
      <Select
        label={words.target}
        data={TARGET_TYPES.map((value) => ({ value, label: words.targetTypes[value] }))}
        allowDeselect={false}
        {...form.getInputProps("target_type")}
        onChange={(next) => {
          if (!next || next === type) return;
          form.setFieldValue("target_type", asWord<TargetType>(next));
          form.setFieldValue("target", known && next === known.type ? known.id : null);
        }}
      />
      {type === "agent" ? <AgentChoice {...shared} /> : <OtherChoice {...shared} />}
    </SimpleGrid>
  );
}

interface Choice {
  value: string;
  label: string;
}

const withKnown = (choices: Choice[], known: Target | undefined): Choice[] =>
  known && !choices.some(({ value }) => value === known.id)
    ? [{ value: known.id, label: known.name }, ...choices]
    : choices;

function AgentChoice({ form, known }: TargetFieldsProps) {
  const [search, setSearch] = useState(known?.name ?? "");
  const [asked] = useDebouncedValue(search, 150);
  const { data } = useQuery({
    ...agentChoicesQuery(asked),
    placeholderData: (before) => before,
  });
  const found = (data?.results ?? []).map((agent) => ({
    value: agent.agent_id,
    label: `${agent.hostname} · ${agent.client_name}`,
  }));
  return (
    <Select
      label={words.targetTypes.agent}
      searchable
      required
      data={withKnown(found, known)}
      // The server has filtered already.
      filter={({ options }) => options}
      searchValue={search}
      onSearchChange={setSearch}
      {...form.getInputProps("target")}
    />
  );
}

function OtherChoice({ form, known }: TargetFieldsProps) {
  const { target_type: type } = form.values;
  const choices = useChoices(type);
  return (
    <Select
      key={type}
      label={words.targetTypes[type]}
      description={words.targetHints[type]}
      inputWrapperOrder={["label", "input", "description", "error"]}
      searchable
      required
      data={withKnown(choices, known)}
      {...form.getInputProps("target")}
    />
  );
}

function useChoices(type: TargetType): Choice[] {
  const { surely } = useRights();
  const isPlace = type === "site" || type === "client";
  const { data: clients = [] } = useQuery({
    ...clientsQuery,
    enabled: isPlace && surely("can_list_clients"),
  });
  const { data: policies = [] } = useQuery({
    ...policiesQuery,
    enabled: type === "policy" && surely("can_list_automation_policies"),
  });
  const { data: views = [] } = useQuery({ ...viewsOf("agents"), enabled: type === "view" });
  if (type === "site") return siteChoices(clients);
  const named = { client: clients, policy: policies, view: views, agent: [] }[type];
  return named.map(({ id, name }) => ({ value: String(id), label: name }));
}
