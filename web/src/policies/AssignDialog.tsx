/** Sets a policy on a client, a site, an agent or the whole installation. */
import { Checkbox, Group, Select, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Problem } from "../api/problem";
import { clientsQuery } from "../clients/queries";
import { useRights } from "../session/me";
import { FormDialog } from "../ui/FormDialog";
import { useAction } from "../ui/useAction";
import { reach as words } from "./messages";
import { AFTER_SETTING, type Policy, RIGHT_TO_SET, setPolicies, type Target } from "./queries";
import { ReplacedPolicies } from "./ReplacedPolicies";
import { type Kind, TargetSelect } from "./TargetSelect";

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
  const name = useTargetName(target);
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
      <TargetSelect
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
      <ReplacedPolicies
        policy={policy}
        target={target}
        servers={servers}
        workstations={workstations}
      />
    </FormDialog>
  );
}

function targetOf(kind: Kind, place: string | null): Target | null {
  if (kind === "all") return { kind };
  if (!place) return null;
  return kind === "agent" ? { kind, id: place } : { kind, id: Number(place) };
}

/** The name of a client or site; an agent's name is known only to its input. */
function useTargetName(target: Target | null): string | undefined {
  const { data: clients = [] } = useQuery(clientsQuery);
  if (target?.kind === "client") return clients.find(({ id }) => id === target.id)?.name;
  if (target?.kind !== "site") return undefined;
  return clients.flatMap((client) => client.sites).find(({ id }) => id === target.id)?.name;
}
