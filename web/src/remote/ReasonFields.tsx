/** What every kind of session may ask for: why it is opened, and a code of the authenticator app. */
import { TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { remote as words } from "./messages";

interface Asked {
  reason: string;
  twofactor: string;
}

export function ReasonFields<Values extends Asked>({ form }: { form: UseFormReturnType<Values> }) {
  return (
    <>
      <TextInput
        label={words.reason}
        description={words.reasonHint}
        maxLength={500}
        {...form.getInputProps("reason")}
      />
      <TextInput
        label={words.code}
        description={words.codeHint}
        inputMode="numeric"
        autoComplete="one-time-code"
        {...form.getInputProps("twofactor")}
      />
    </>
  );
}
