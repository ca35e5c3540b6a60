import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { definitionsQuery } from "../customFields/queries";
import { DataTable } from "../ui/DataTable";
import { agentTaskColumns } from "./agentTaskColumns";
import { tasks as words } from "./messages";
import type { Task } from "./queries";

interface AgentTaskTableProps {
  agentId: string;
  tasks: Task[];
  empty: ReactNode;
}

export function AgentTaskTable({ agentId, tasks, empty }: AgentTaskTableProps) {
  const { data: fields } = useQuery(definitionsQuery);
  const columns = useMemo(() => {
    const names = new Map((fields ?? []).map((field) => [field.id, field.name]));
    return agentTaskColumns(agentId, (field) => names.get(field) ?? `#${field}`);
  }, [agentId, fields]);
  return (
    <DataTable
      label={words.title}
      columns={columns}
      rows={tasks}
      id={(task) => task.id}
      faded={(task) => !task.enabled}
      empty={empty}
    />
  );
}
