/** Names the policies that another one would replace: there is one for each kind of computer. */
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { clientsQuery } from "../clients/queries";
import { reach as words } from "./messages";
import { type Policy, policiesQuery, type Target } from "./queries";

export function ReplacedPolicies({ policy, target, servers, workstations }: ReplacedPoliciesProps) {
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

interface ReplacedPoliciesProps {
  policy: Policy;
  target: Target | null;
  servers: boolean;
  workstations: boolean;
}
