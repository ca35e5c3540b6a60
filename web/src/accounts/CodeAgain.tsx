/** The code of the authenticator app, once the server asks for it: some time after the sign-in. */
import { TextInput } from "@mantine/core";
import type { FormErrors } from "@mantine/form";
import { useState } from "react";
import { accounts } from "./messages";

interface CodeAgainProps {
  /** A form with the value `twofactor`. */
  form: {
    errors: FormErrors;
    getInputProps: (path: "twofactor") => object;
  };
}

export function CodeAgain({ form }: CodeAgainProps) {
  const [isAsked, setIsAsked] = useState(false);
  if (form.errors.twofactor && !isAsked) setIsAsked(true);
  if (!isAsked) return null;
  return (
    <TextInput
      label={accounts.code}
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      {...form.getInputProps("twofactor")}
    />
  );
}
