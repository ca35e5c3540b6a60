/** The input for one setting, by its kind. */
import { NumberInput, PasswordInput, Select, Switch, TagsInput, TextInput } from "@mantine/core";
import { SettingsForm } from "../api/rules.gen";
import { TemplateSelect } from "../templateChoice/TemplateSelect";
import { choices, labels, settings as words } from "./messages";
import type { Kind } from "./sections";

interface SettingInputProps {
  name: string;
  kind: Kind;
  value: unknown;
  /** Every time zone there is. */
  zones: string[];
  error: string | undefined;
  disabled: boolean;
  onChange: (value: unknown) => void;
}

export function SettingInput(props: SettingInputProps) {
  const { name, kind, value, error, disabled, onChange } = props;
  const [label, description] = labels[name] ?? [name];
  const shared = { label, description, error, disabled };
  if (typeof kind === "object") {
    return (
      <Select
        {...shared}
        data={kind.choices.map((one) => ({ value: one, label: choices[one] ?? one }))}
        value={String(value)}
        onChange={onChange}
        allowDeselect={false}
      />
    );
  }
  switch (kind) {
    case "switch":
      return (
        <Switch
          {...shared}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case "number":
      return (
        <NumberInput
          {...shared}
          min={0}
          {...boundsOf(name)}
          value={Number(value)}
          onChange={onChange}
        />
      );
    case "list":
      return <TagsInput {...shared} value={value as string[]} onChange={onChange} />;
    case "zone":
      return (
        <Select
          {...shared}
          data={props.zones}
          value={String(value)}
          onChange={onChange}
          searchable
          allowDeselect={false}
          limit={100}
        />
      );
    case "template":
      return (
        <TemplateSelect
          {...shared}
          value={typeof value === "number" ? value : null}
          onChange={onChange}
        />
      );
    case "secret":
      return (
        <PasswordInput
          {...shared}
          description={value ? words.secretSet : description}
          autoComplete="new-password"
          value={value === null || value === undefined ? "" : String(value)}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case "text":
      return (
        <TextInput
          {...shared}
          value={String(value ?? "")}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}

/** What the API allows for a setting that is a number. */
function boundsOf(name: string): { min?: number; max?: number } {
  const bounds: Record<string, { min?: number; max?: number; maxLength?: number }> = SettingsForm;
  const { min, max } = bounds[name] ?? {};
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}
