/** What the pages read about scripts. */
import { queryOptions } from "@tanstack/react-query";
import { answer, api, type Schema } from "../api/client";
import { asWord } from "../api/word";

export type ScriptItem = Schema<"ScriptItem">;
export type Script = Schema<"Script">;
export type ScriptApproval = Schema<"ScriptApproval">;
export type Snippet = Schema<"Snippet">;

export const SHELLS = ["powershell", "cmd", "python", "shell", "nushell", "deno"] as const;
export type Shell = (typeof SHELLS)[number];

export const scriptsQuery = (hidden = false) =>
  queryOptions({
    queryKey: ["scripts", "list", hidden],
    queryFn: () => {
      const query = { showHiddenScripts: hidden };
      return answer(api.GET("/scripts/", { params: { query } }));
    },
    staleTime: 30_000,
  });

export const scriptQuery = (id: number) =>
  queryOptions({
    queryKey: ["scripts", "one", id],
    queryFn: () => answer(api.GET("/scripts/{id}/", { params: { path: { id } } })),
  });

export const versionsQuery = (id: number) =>
  queryOptions({
    queryKey: ["scripts", "versions", id],
    queryFn: () => answer(api.GET("/scripts/{id}/versions/", { params: { path: { id } } })),
  });

export const approvalQuery = (id: number) =>
  queryOptions({
    queryKey: ["scripts", "approval", id],
    queryFn: () => answer(api.GET("/scripts/{id}/approval/", { params: { path: { id } } })),
  });

export const usageQuery = (id: number) =>
  queryOptions({
    queryKey: ["scripts", "usage", id],
    queryFn: () => answer(api.GET("/scripts/{id}/usage/", { params: { path: { id } } })),
  });

export const snippetsQuery = queryOptions({
  queryKey: ["snippets"],
  queryFn: () => answer(api.GET("/scripts/snippets/")),
});

/** Scripts as choices, by category, for one platform or for all. */
export function scriptChoices(scripts: ScriptItem[], platform?: string) {
  const fitting = scripts.filter(
    (script) =>
      !platform ||
      script.supported_platforms.length === 0 ||
      script.supported_platforms.includes(asWord(platform)),
  );
  const groups = Map.groupBy(fitting, (script) => script.category);
  return [...groups].map(([group, members]) => ({
    group: group || "–",
    items: members.map((script) => ({ value: String(script.id), label: script.name })),
  }));
}
