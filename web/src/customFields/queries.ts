/** What the pages read about custom fields. */
import { queryOptions } from "@tanstack/react-query";
import { answer, api, type Schema } from "../api/client";
import { meQuery } from "../session/me";

/** Without the right to see the definitions, a page works without custom fields. */
export const definitionsQuery = queryOptions({
  queryKey: ["customFields"],
  queryFn: async ({ client }) => {
    const me = await client.ensureQueryData(meQuery);
    if (!me.is_superuser && !me.rights.includes("can_view_customfields")) return [];
    return answer(api.GET("/core/customfields"));
  },
  staleTime: 60_000,
});

/** The definitions of one model, in their order. */
export const definitionsOf = (model: Schema<"CustomFieldModel">) =>
  queryOptions({
    ...definitionsQuery,
    select: (all: Schema<"CustomField">[]) =>
      all
        .filter((one) => one.model === model && !one.hide_in_ui)
        .toSorted((left, right) => left.order - right.order),
  });
