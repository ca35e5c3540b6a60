/** The definition of a custom field as its form holds it. */
import type { Schema } from "../api/client";

export type Definition = Schema<"CustomField">;
export type Model = Schema<"CustomFieldModel">;

export function definitionValues(model: Model, definition?: Definition) {
  return {
    model: definition?.model ?? model,
    name: definition?.name ?? "",
    type: definition?.type ?? ("text" as Schema<"CustomFieldType">),
    options: definition?.options ?? [],
    required: definition?.required ?? false,
    default_value_string: definition?.default_value_string ?? "",
    default_value_bool: definition?.default_value_bool ?? false,
    default_values_multiple: definition?.default_values_multiple ?? [],
    order: definition?.order ?? 0,
    hide_in_ui: definition?.hide_in_ui ?? false,
    hide_in_summary: definition?.hide_in_summary ?? false,
  };
}

export type DefinitionValues = ReturnType<typeof definitionValues>;
