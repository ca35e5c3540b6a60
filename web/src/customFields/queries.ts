/** What the pages read about custom fields. */
import { queryOptions } from "@tanstack/react-query";
import { answer, api, type Schema } from "../api/client";

export const definitionsQuery = queryOptions({
  queryKey: ["customFields"],
  queryFn: () => answer(api.GET("/core/customfields")),
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
