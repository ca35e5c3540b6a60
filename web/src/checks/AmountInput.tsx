/** A number that may be left empty: not used. */
import { NumberInput } from "@mantine/core";
import { boundsOf } from "./bounds";
import type { CheckForm } from "./form";
import { form as words } from "./formMessages";
import type { CheckValues } from "./values";

interface AmountInputProps {
  form: CheckForm;
  field: keyof CheckValues;
  label: string;
  hint?: string;
  placeholder?: string;
  required?: boolean;
  /** The first input of a dialog. */
  isFirst?: boolean;
}

export function AmountInput(props: AmountInputProps) {
  const { form, field, label, hint, placeholder, required } = props;
  return (
    <NumberInput
      label={label}
      {...(hint && { description: hint })}
      inputWrapperOrder={["label", "input", "description", "error"]}
      placeholder={placeholder ?? (required ? "" : words.unused)}
      required={required ?? false}
      {...(props.isFirst && { "data-autofocus": true })}
      {...boundsOf(field)}
      // What is out of bounds is for the server to explain, not for the input to change.
      clampBehavior="none"
      {...form.getInputProps(field)}
    />
  );
}
