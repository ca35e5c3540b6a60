/** What the pages read about alert templates, and how they are saved. */
import { queryOptions } from "@tanstack/react-query";
import { answer, api, page, type Schema } from "../api/client";
import { seen } from "../conflicts/asking";
import type { TemplateBody } from "./values";

export type Related = Schema<"RelatedTemplate">;
export type TemplateTest = Schema<"AlertTemplateTest">;

/** What shows something else after a template was changed. */
export const AFTER_SAVING = [["alertTemplates"], ["effective"]] as const;

export const templateQuery = (id: number) =>
  queryOptions({
    queryKey: ["alertTemplates", "one", id],
    queryFn: () => answer(api.GET("/alerts/templates/{id}/", { params: { path: { id } } })),
  });

export const relatedQuery = (id: number) =>
  queryOptions({
    queryKey: ["alertTemplates", "related", id],
    queryFn: () => answer(api.GET("/alerts/templates/{id}/related/", { params: { path: { id } } })),
  });

/** An agent by its key or its identifier: exclusions may name either. */
export const excludedAgentQuery = (agent: number | string) =>
  queryOptions({
    queryKey: ["agents", "key", agent],
    queryFn: async () => {
      const which = typeof agent === "number" ? { id: agent } : { agent_id: agent };
      const query = { detail: false, page_size: 1, ...which };
      const found = await page(api.GET("/agents/", { params: { query } }));
      return found.results[0] ?? null;
    },
    staleTime: 60_000,
  });

export const createTemplate = (body: TemplateBody) =>
  answer(api.POST("/alerts/templates/", { body }));

/** `opened` is the time of the state that the form was filled from. */
export function updateTemplate(id: number, body: Partial<TemplateBody>, opened?: string | null) {
  const params = { path: { id } };
  return answer(api.PUT("/alerts/templates/{id}/", { params, headers: seen(opened), body }));
}

export function deleteTemplate(id: number, force: boolean) {
  const params = { path: { id }, query: { force } };
  return answer(api.DELETE("/alerts/templates/{id}/", { params }));
}

export function testTemplate(id: number, body: Schema<"TestAlertTemplate">) {
  return answer(api.POST("/alerts/templates/{id}/test/", { params: { path: { id } }, body }));
}
