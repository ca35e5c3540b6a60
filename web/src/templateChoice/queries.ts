/** The alert templates that can be set somewhere. */
import { queryOptions } from "@tanstack/react-query";
import { answer, api, type Schema } from "../api/client";

export type AlertTemplate = Schema<"AlertTemplate">;

export const templatesQuery = queryOptions({
  queryKey: ["alertTemplates", "list"],
  queryFn: () => answer(api.GET("/alerts/templates/")),
});
