/** Which clients something belongs to: people with a limited scope change only what is theirs. */
import { MultiSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useRights } from "../session/me";
import { clientChoices } from "./choices";
import { clients as words } from "./messages";
import { clientsQuery } from "./queries";

interface OwnersFieldProps {
  /** Nothing: as the server chooses for this person. */
  value?: number[] | null;
  onChange: (owners: number[]) => void;
  error?: ReactNode;
  readOnly?: boolean;
}

export function OwnersField({ value, onChange, error, readOnly }: OwnersFieldProps) {
  const { surely } = useRights();
  const { data: clients = [] } = useQuery({
    ...clientsQuery,
    enabled: surely("can_list_clients"),
  });
  const owners = value ?? [];
  return (
    <MultiSelect
      label={words.owners}
      description={words.ownersHint}
      placeholder={owners.length > 0 ? "" : value ? words.ownersAll : words.ownersDefault}
      data={clientChoices(clients, owners)}
      value={owners.map(String)}
      onChange={(chosen) => onChange(chosen.map(Number))}
      error={error}
      readOnly={readOnly ?? false}
      searchable
      clearable
    />
  );
}
