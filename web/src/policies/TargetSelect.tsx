/** Chooses the client, site or agent that a policy is set on. */
import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { AgentSelect } from "../agents/AgentSelect";
import { clientsQuery, siteChoices } from "../clients/queries";
import { reach as words } from "./messages";
import type { Target } from "./queries";

export type Kind = Target["kind"];

export function TargetSelect({ kind, value, error, onChange }: TargetSelectProps) {
  const { data: clients = [] } = useQuery(clientsQuery);
  if (kind === "all") return null;
  if (kind === "agent") {
    const shared = { value, error, onChange };
    return <AgentSelect label={words.agent} required {...shared} />;
  }
  const data =
    kind === "client"
      ? clients.map((client) => ({ value: String(client.id), label: client.name }))
      : siteChoices(clients);
  return (
    <Select
      key={kind}
      label={kind === "client" ? words.client : words.site}
      data={data}
      searchable
      required
      value={value}
      onChange={onChange}
      error={error}
    />
  );
}

interface TargetSelectProps {
  kind: Kind;
  value: string | null;
  error: string | null;
  onChange: (place: string | null) => void;
}
