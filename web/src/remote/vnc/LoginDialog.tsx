/** Asks for what the VNC server wants to know. */
import { PasswordInput, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { FormDialog } from "../../ui/FormDialog";
import type { Field } from "./feed";
import { vnc as words } from "./messages";
import { computerOf } from "./target";
import type { VncPanelState } from "./useVnc";

interface LoginDialogProps {
  vnc: VncPanelState;
  fields: Field[];
  problem: string | null;
}

export function LoginDialog({ vnc, fields, problem }: LoginDialogProps) {
  const { feed, session } = vnc;
  const form = useForm({
    initialValues: { username: "", password: "", target: "" },
    initialErrors: { [fields.at(-1) ?? "password"]: problem },
  });
  const login = (values: typeof form.values) =>
    feed.answer(Object.fromEntries(fields.map((field) => [field, values[field]])));
  return (
    <FormDialog
      title={words.logIn(computerOf(session))}
      submit={words.logInAction}
      onSubmit={form.onSubmit(login)}
      onClose={() => feed.giveUp(words.noPassword)}
    >
      <Text size="sm">{words.logInAbout}</Text>
      {fields.map((field, at) => {
        const Input = field === "password" ? PasswordInput : TextInput;
        return (
          <Input
            key={field}
            label={words.fields[field]}
            // The browser's own store is for passwords of this page.
            autoComplete={field === "password" ? "new-password" : "off"}
            {...form.getInputProps(field)}
            data-autofocus={at === 0 || undefined}
          />
        );
      })}
    </FormDialog>
  );
}
