/** One rule: what is set here, or as above with the value that counts and where it comes from. */
import { NumberInput, Select } from "@mantine/core";
import type { Kind } from "../kind";
import { policy as words } from "./messages";
import { AS_ABOVE, BOUNDS, type Inherited, type Rule, sourceText, valueText } from "./rules";
import type { PolicyForm } from "./usePolicyForm";

export interface RuleInputProps {
  form: PolicyForm;
  /** Where the form holds it. */
  path: { machine: "server" | "workstation"; kind: Kind; rule: Rule };
  above: Inherited | null;
  disabled: boolean;
}

export function RuleInput({ form, path, above, disabled }: RuleInputProps) {
  const { machine, kind, rule } = path;
  const is = above ? valueText(rule, above.value) : "";
  const shared = {
    label: words.rules[rule],
    description: sourceText(rule, form.values[machine][kind][rule], above),
    inputWrapperOrder: [
      "label" as const,
      "input" as const,
      "description" as const,
      "error" as const,
    ],
    disabled,
    ...form.getInputProps(`${machine}.${kind}.${rule}`),
  };
  const bounds = BOUNDS[rule];
  if (bounds) {
    return (
      <NumberInput
        {...shared}
        {...bounds}
        allowDecimal={false}
        placeholder={above ? String(above.value) : ""}
      />
    );
  }
  const choices = Object.entries(words.values[rule] ?? {});
  return (
    <Select
      {...shared}
      data={[
        { value: AS_ABOVE, label: words.asAbove(is) },
        ...choices.map(([value, label]) => ({ value, label })),
      ]}
      allowDeselect={false}
    />
  );
}
