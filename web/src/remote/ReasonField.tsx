/** Why a session is opened, which every kind may ask for. */
import { TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { remote as words } from "./messages";

interface Asked {
  reason: string;
}

export function ReasonField<Values extends Asked>({ form }: { form: UseFormReturnType<Values> }) {
  return (
    <TextInput
      label={words.reason}
      description={words.reasonHint}
      maxLength={500}
      {...form.getInputProps("reason")}
    />
  );
}
