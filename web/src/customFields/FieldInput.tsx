/** The input for one custom field, by its type. */
import { Checkbox, MultiSelect, Select, TagsInput, TextInput } from "@mantine/core";
import type { Schema } from "../api/client";
import type { Draft, Drafts } from "./drafts";
import { inputName } from "./problems";

interface FieldInputProps {
  definition: Schema<"CustomField">;
  draft: Draft;
  onChange: (draft: Draft) => void;
  error?: string;
}

export function FieldInput({ definition, draft, onChange, error }: FieldInputProps) {
  const shared = { label: definition.name, required: definition.required, error };
  const text = typeof draft === "string" ? draft : "";
  switch (definition.type) {
    case "checkbox":
      return (
        <Checkbox
          label={definition.name}
          checked={draft === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
          error={error}
        />
      );
    case "multiple": {
      const chosen = Array.isArray(draft) ? draft : [];
      if (definition.options.length === 0) {
        return <TagsInput {...shared} value={chosen} onChange={onChange} />;
      }
      return (
        <MultiSelect {...shared} data={definition.options} value={chosen} onChange={onChange} />
      );
    }
    case "single":
      return (
        <Select
          {...shared}
          data={definition.options}
          value={text || null}
          onChange={(choice) => onChange(choice ?? "")}
          clearable
          searchable={definition.options.length > 8}
        />
      );
    case "number":
    case "text":
    case "datetime": {
      const inputs = {
        number: { inputMode: "decimal" as const },
        text: {},
        datetime: { type: "datetime-local" },
      };
      // The browser's input knows no zone: show and send the first 16 characters.
      const value = definition.type === "datetime" ? text.slice(0, 16) : text;
      return (
        <TextInput
          {...shared}
          {...inputs[definition.type]}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    }
  }
}

interface FieldInputsProps {
  definitions: Schema<"CustomField">[];
  drafts: Drafts;
  /** What is wrong, by the names of the inputs. */
  errors: Record<string, unknown>;
  onChange: (drafts: Drafts, input: string) => void;
}

/** All custom fields of a model, as part of a form. */
export function FieldInputs({ definitions, drafts, errors, onChange }: FieldInputsProps) {
  return definitions.map((definition) => {
    const name = inputName(definition.id);
    return (
      <FieldInput
        key={definition.id}
        definition={definition}
        draft={drafts[definition.id] ?? ""}
        onChange={(draft) => onChange({ ...drafts, [definition.id]: draft }, name)}
        {...(errors[name] ? { error: String(errors[name]) } : {})}
      />
    );
  });
}
