/** Sets a policy on a client, a site, an agent or the whole installation. */
import { Checkbox, Group, Select, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AgentSelect } from "../agents/AgentSelect";
import type { Problem } from "../api/problem";
import { clientsQuery, siteChoices } from "../clients/queries";
import { useRights } from "../session/me";
import { FormDialog } from "../ui/FormDialog";
import { useAction } from "../ui/useAction";
import { reach as words } from "./messages";
import {
  AFTER_SETTING,
  type Policy,
  policiesQuery,
  RIGHT_TO_SET,
  setPolicies,
  type Target,
} from "./queries";

type Kind = Target["kind"];
const KINDS: Kind[] = ["client", "site", "agent", "all"];

export function AssignDialog({ policy, onClose }: { policy: Policy; onClose: () => void }) {
  const [kind, setKind] = useState<Kind>("client");
  const [place, setPlace] = useState<string | null>(null);
  const [servers, setServers] = useState(true);
  const [workstations, setWorkstations] = useState(true);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [tried, setTried] = useState(false);
  const { why } = useRights();
  const target = targetOf(kind, place);
  const name = usePlaceName(target);
  const isChosen = target !== null && (kind === "agent" || servers || workstations);
  const assign = useAction({
    act: async () => {
      if (!target) return;
      const forServers = kind === "agent" || servers;
      await setPolicies(target, {
        ...(forServers && { server_policy: policy.id }),
        ...(kind !== "agent" && workstations && { workstation_policy: policy.id }),
      });
    },
    done: words.isSet(name ?? words.kinds[kind] ?? kind),
    refresh: AFTER_SETTING,
    onDone: onClose,
    onProblem: setProblem,
  });
  const reason = why(RIGHT_TO_SET[kind]);
  const errors = {
    kind: reason,
    place: target ? null : words.choosePlace,
    computers: kind === "agent" || servers || workstations ? null : words.chooseComputers,
  };
  return (
    <FormDialog
      title={words.assignTitle(policy.name)}
      submit={words.set}
      busy={assign.isPending}
      dirty={place !== null}
      errors={tried ? errors : {}}
      problem={problem}
      onSubmit={() => {
        setTried(true);
        if (isChosen && !reason) assign.mutate();
      }}
      onClose={onClose}
    >
      <Select
        label={words.kind}
        data={KINDS.map((value) => ({ value, label: words.kinds[value] ?? value }))}
        value={kind}
        onChange={(next) => {
          setKind((next ?? "client") as Kind);
          setPlace(null);
        }}
        allowDeselect={false}
        error={errors.kind}
        data-autofocus
      />
      <PlaceSelect
        kind={kind}
        value={place}
        onChange={setPlace}
        error={tried ? errors.place : null}
      />
      {kind !== "agent" && (
        <Stack gap={6} role="group" aria-label={words.computers}>
          <Group gap="md">
            <Checkbox
              label={words.servers}
              checked={servers}
              aria-invalid={errors.computers ? true : undefined}
              onChange={(event) => setServers(event.currentTarget.checked)}
            />
            <Checkbox
              label={words.workstations}
              checked={workstations}
              onChange={(event) => setWorkstations(event.currentTarget.checked)}
            />
          </Group>
          {errors.computers && (
            <Text size="xs" c="var(--mantine-color-error)">
              {errors.computers}
            </Text>
          )}
        </Stack>
      )}
      <Replaced policy={policy} target={target} servers={servers} workstations={workstations} />
    </FormDialog>
  );
}

function targetOf(kind: Kind, place: string | null): Target | null {
  if (kind === "all") return { kind };
  if (!place) return null;
  return kind === "agent" ? { kind, id: place } : { kind, id: Number(place) };
}

/** What people call the place; an agent's name only the search knows. */
function usePlaceName(target: Target | null): string | undefined {
  const { data: clients = [] } = useQuery(clientsQuery);
  if (target?.kind === "client") return clients.find(({ id }) => id === target.id)?.name;
  if (target?.kind !== "site") return undefined;
  return clients.flatMap((client) => client.sites).find(({ id }) => id === target.id)?.name;
}

interface PlaceSelectProps {
  kind: Kind;
  value: string | null;
  error: string | null;
  onChange: (place: string | null) => void;
}

function PlaceSelect({ kind, value, error, onChange }: PlaceSelectProps) {
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

interface ReplacedProps {
  policy: Policy;
  target: Target | null;
  servers: boolean;
  workstations: boolean;
}

/** A place has one policy for each kind of computer: what stands there now goes. */
function Replaced({ policy, target, servers, workstations }: ReplacedProps) {
  const { data: clients = [] } = useQuery(clientsQuery);
  const { data: policies = [] } = useQuery(policiesQuery);
  if (!target || target.kind === "agent") return null;
  const held = () => {
    if (target.kind === "all") {
      const server = policies.find((one) => one.default_server_policy);
      const workstation = policies.find((one) => one.default_workstation_policy);
      return { server_policy: server?.id, workstation_policy: workstation?.id };
    }
    const places = target.kind === "client" ? clients : clients.flatMap((client) => client.sites);
    return places.find((one) => one.id === target.id);
  };
  const now = held();
  const former: [number | null | undefined, string][] = [
    [servers ? now?.server_policy : null, words.servers],
    [workstations ? now?.workstation_policy : null, words.workstations],
  ];
  return former.map(([id, computers]) => {
    const other = policies.find((one) => one.id === id && id !== policy.id);
    return (
      other && (
        <Text key={computers} size="sm" c="var(--tone-warning)">
          {words.replaces(other.name, computers)}
        </Text>
      )
    );
  });
}
