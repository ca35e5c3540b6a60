/** Chooses the agent, site or client that a test is about. */
import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { clientsQuery, siteChoices } from "../clients/queries";
import { urlActions as words } from "./messages";
import { agentChoicesQuery } from "./queries";
import type { TestSubject } from "./values";

interface SubjectSelectProps {
  subject: TestSubject;
  onChange: (id: string | null) => void;
}

export function SubjectSelect({ subject, onChange }: SubjectSelectProps) {
  const shared = { value: subject.id, onChange };
  if (subject.kind === "agent") return <AgentChoice {...shared} />;
  if (subject.kind === "site") return <LocationChoice kind="site" {...shared} />;
  if (subject.kind === "client") return <LocationChoice kind="client" {...shared} />;
  return null;
}

interface ChoiceProps {
  value: string | null;
  onChange: (id: string | null) => void;
}

function AgentChoice({ value, onChange }: ChoiceProps) {
  const [search, setSearch] = useState("");
  const [asked] = useDebouncedValue(search, 150);
  const { data } = useQuery({
    ...agentChoicesQuery(asked),
    placeholderData: (before) => before,
  });
  const agents = data?.results ?? [];
  return (
    <Select
      label={words.testSubject.agent}
      searchable
      data={agents.map((agent) => ({
        value: agent.agent_id,
        label: `${agent.hostname} · ${agent.client_name}`,
      }))}
      // The server has filtered already.
      filter={({ options }) => options}
      searchValue={search}
      onSearchChange={setSearch}
      value={value}
      onChange={onChange}
    />
  );
}

function LocationChoice({ kind, value, onChange }: ChoiceProps & { kind: "site" | "client" }) {
  const { data: clients = [] } = useQuery(clientsQuery);
  const names = clients.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <Select
      label={words.testSubject[kind]}
      searchable
      data={kind === "site" ? siteChoices(clients) : names}
      value={value}
      onChange={onChange}
    />
  );
}
