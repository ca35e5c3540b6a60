import { Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import { type Client, clientsQuery } from "../clients/queries";
import { useRights } from "../session/me";
import { formatNumber } from "../texts/format";
import type { Column } from "../ui/column";
import { DataTable } from "../ui/DataTable";
import { TextLink } from "../ui/links";
import { ui } from "../ui/messages";
import { ActiveSwitch } from "./ActiveSwitch";
import { assignmentSummary } from "./assignments";
import { policies as words } from "./messages";
import { PolicyMenu } from "./PolicyMenu";
import type { Policy } from "./queries";

export function PolicyTable({ policies, empty }: { policies: Policy[]; empty: ReactNode }) {
  const navigate = useNavigate();
  const { surely } = useRights();
  const { data: clients } = useQuery({ ...clientsQuery, enabled: surely("can_list_clients") });
  const columns = useMemo(() => columnsFor(clients ?? []), [clients]);
  return (
    <DataTable
      label={words.title}
      columns={columns}
      rows={policies}
      id={(policy) => policy.id}
      faded={(policy) => !policy.active}
      onOpen={(policy) =>
        void navigate({ to: "/policies/$policyId", params: { policyId: String(policy.id) } })
      }
      empty={empty}
    />
  );
}

function columnsFor(clients: Client[]): Column<Policy>[] {
  return [
    {
      id: "active",
      title: words.active,
      width: 80,
      cell: (policy) => <ActiveSwitch policy={policy} />,
      sort: (policy) => policy.active,
    },
    {
      id: "name",
      title: words.name,
      cell: (policy) => <PolicyName policy={policy} />,
      sort: (policy) => policy.name,
    },
    {
      id: "enforced",
      title: words.enforced,
      width: 100,
      wide: true,
      cell: (policy) => (policy.enforced ? ui.yes : ""),
      sort: (policy) => policy.enforced,
    },
    {
      id: "where",
      title: words.where,
      wide: true,
      cell: (policy) => <Where policy={policy} clients={clients} />,
      sort: (policy) => assignmentSummary(policy, clients),
    },
    {
      id: "checks",
      title: words.checks,
      width: 80,
      align: "right",
      wide: true,
      cell: (policy) => formatNumber(policy.checks_count),
      sort: (policy) => policy.checks_count,
    },
    {
      id: "tasks",
      title: words.tasks,
      width: 80,
      align: "right",
      wide: true,
      cell: (policy) => formatNumber(policy.tasks_count),
      sort: (policy) => policy.tasks_count,
    },
    {
      id: "agents",
      title: words.agents,
      width: 90,
      align: "right",
      cell: (policy) => formatNumber(policy.agents_count),
      sort: (policy) => policy.agents_count,
    },
    {
      id: "more",
      title: "",
      width: 52,
      cell: (policy) => (
        <Group justify="flex-end">
          <PolicyMenu policy={policy} />
        </Group>
      ),
    },
  ];
}

function PolicyName({ policy }: { policy: Policy }) {
  return (
    <>
      <TextLink
        to="/policies/$policyId"
        params={{ policyId: String(policy.id) }}
        size="md"
        fw={500}
        c="var(--mantine-color-text)"
      >
        {policy.name}
      </TextLink>
      <Text size="xs" c="dimmed" lineClamp={1}>
        {policy.desc}
      </Text>
    </>
  );
}

function Where({ policy, clients }: { policy: Policy; clients: Client[] }) {
  const places = assignmentSummary(policy, clients);
  // Agents of their own are in no list of clients; their number is in the next column but one.
  if (places === "" && policy.agents_count > 0) return words.agents;
  return (
    <TextLink
      to="/policies/$policyId/reach"
      params={{ policyId: String(policy.id) }}
      size="md"
      {...(places === "" && { c: "dimmed" })}
    >
      {places || words.nowhere}
    </TextLink>
  );
}
