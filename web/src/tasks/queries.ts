/** What the pages read about tasks. */
import { queryOptions } from "@tanstack/react-query";
import { answer, api, page, type Schema } from "../api/client";
import { seen } from "../conflicts/asking";
import type { Filters } from "../ui/useFilter";

export type Task = Schema<"Task">;
export type TaskResult = Schema<"TaskResult">;
export type TaskBody = Schema<"TaskBody">;
export type TaskStatus = Schema<"TaskStatus">;

/** Whose tasks: those an agent owns and gets from its policies, or those of one policy. */
export type Owner = { agentId: string } | { policyId: number };

/** The coming runs that a preview shows. */
const COMING = 10;

export const agentTasksQuery = (agentId: string) =>
  queryOptions({
    queryKey: ["tasks", "agent", agentId],
    queryFn: () =>
      answer(api.GET("/agents/{agent_id}/tasks/", { params: { path: { agent_id: agentId } } })),
  });

export const policyTasksQuery = (id: number) =>
  queryOptions({
    queryKey: ["tasks", "policy", id],
    queryFn: () =>
      answer(api.GET("/automation/policies/{id}/tasks/", { params: { path: { id } } })),
  });

export const taskQuery = (id: number) =>
  queryOptions({
    queryKey: ["tasks", "one", id],
    queryFn: () => answer(api.GET("/tasks/{id}/", { params: { path: { id } } })),
  });

export const STATUSES_PER_PAGE = 100;

/** The state of a policy's task on each of its agents, page by page. */
export const statusesQuery = (task: number, filters: Filters = {}) => {
  const query = {
    page: Number(filters.page ?? 1),
    page_size: STATUSES_PER_PAGE,
    ...(filters.search && { search: filters.search }),
  };
  return queryOptions({
    queryKey: ["tasks", "statuses", task, query],
    queryFn: () => {
      const params = { path: { task }, query };
      return page(api.GET("/automation/tasks/{task}/status/", { params }));
    },
    placeholderData: (before) => before,
  });
};

/** When a task with this timing would run; the agent's clock counts, if one is named. */
export const previewQuery = (timing: TaskBody, agentId: string | null) =>
  queryOptions({
    queryKey: ["tasks", "preview", timing, agentId],
    queryFn: ({ signal }) => {
      const body = { ...timing, count: COMING, ...(agentId && { agent_id: agentId }) };
      return answer(api.POST("/tasks/next/", { body, signal }));
    },
    retry: false,
    staleTime: 60_000,
  });

/** The result of a task on its agent; nothing before the agent has received it. */
export function resultOf(task: Task): TaskResult | null {
  return "id" in task.task_result ? (task.task_result as TaskResult) : null;
}

export function createTask(owner: Owner, body: TaskBody): Promise<Task> {
  const own = "agentId" in owner ? { agent: owner.agentId } : { policy: owner.policyId };
  return answer(api.POST("/tasks/", { body: { ...body, ...own } }));
}

/** With the time of the state that the change was made from, if that matters. */
export function updateTask(id: number, body: TaskBody, opened?: string | null): Promise<Task> {
  const params = { path: { id } };
  return answer(api.PUT("/tasks/{id}/", { params, headers: seen(opened), body }));
}

/** Starts a task on one agent and returns the id of its run. */
export async function startTask(id: number, agentId: string): Promise<number> {
  const body = { agent_id: agentId };
  const { response } = await api.POST("/tasks/{id}/run/", { params: { path: { id } }, body });
  return Number(response.headers.get("X-Run-Id"));
}

/** Starts a policy's task on all its agents and returns the id of the bulk action. */
export async function startEverywhere(task: number): Promise<number> {
  const params = { path: { task } };
  const { response } = await api.POST("/automation/tasks/{task}/run/", { params, body: {} });
  return Number(response.headers.get("X-Bulk-Id"));
}
