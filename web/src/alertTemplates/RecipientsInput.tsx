/** Recipients as tags; one that cannot receive anything is named at once. */
import { TagsInput } from "@mantine/core";
import type { ReactNode } from "react";
import { form as words } from "./messages";
import { firstWrong, isAddress, isTelephoneNumber, tidyNumber } from "./recipients";

interface RecipientsInputProps {
  kind: "email" | "text";
  value?: string[];
  onChange?: (recipients: string[]) => void;
  error?: ReactNode;
}

const SHAPES = {
  email: {
    label: words.emails,
    hint: words.emailsHint,
    passes: isAddress,
    wrong: words.notAddress,
    tidy: (text: string) => text.trim(),
  },
  text: {
    label: words.numbers,
    hint: words.numbersHint,
    passes: isTelephoneNumber,
    wrong: words.notNumber,
    tidy: tidyNumber,
  },
};

export function RecipientsInput({ kind, value = [], onChange, error }: RecipientsInputProps) {
  const shape = SHAPES[kind];
  const wrong = firstWrong(value, shape.passes);
  return (
    <TagsInput
      label={shape.label}
      description={shape.hint}
      inputWrapperOrder={["label", "input", "description", "error"]}
      splitChars={[",", ";"]}
      acceptValueOnBlur
      value={value}
      onChange={(next) => onChange?.([...new Set(next.map(shape.tidy))])}
      error={error ?? (wrong === undefined ? undefined : shape.wrong(wrong))}
    />
  );
}
