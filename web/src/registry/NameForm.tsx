/** Asks for the name of a key or a value: a new one, or another one. */
import { Code, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { FormDialog } from "../ui/FormDialog";
import { ui } from "../ui/messages";
import { useAction } from "../ui/useAction";
import { useProblem } from "../ui/useProblem";
import { registry as words } from "./messages";

interface NameFormProps {
  title: string;
  /** The key that it is about. */
  path: string;
  /** The name it has; none for something new. */
  name?: string;
  isKey: boolean;
  act: (name: string) => Promise<unknown>;
  done: (name: string) => string;
  refresh: readonly string[][];
  onDone: (name: string) => void;
  onClose: () => void;
}

export function NameForm({ title, path, name, isKey, act, done, ...others }: NameFormProps) {
  const [before] = useState(name ?? "");
  const form = useForm({
    initialValues: { name: before },
    validate: {
      name: (typed) => {
        if (typed === "") return words.badName;
        return isKey && typed.includes("\\") ? words.badKeyName : null;
      },
    },
  });
  const { problem, show } = useProblem(form);
  const save = useAction({
    act,
    done: (_, typed: string) => done(typed),
    refresh: others.refresh,
    onDone: (_, typed) => others.onDone(typed),
    onProblem: show,
  });
  return (
    <FormDialog
      title={title}
      submit={name === undefined ? ui.create : words.rename}
      busy={save.isPending}
      dirty={form.isDirty()}
      errors={form.errors}
      problem={problem}
      onSubmit={form.onSubmit((values) => save.mutate(values.name))}
      onClose={others.onClose}
    >
      <Code block>{path}</Code>
      <TextInput
        label={words.name}
        spellCheck={false}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps("name")}
      />
    </FormDialog>
  );
}
