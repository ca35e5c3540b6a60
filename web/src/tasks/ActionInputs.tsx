/** The inputs of a script and of a command. */
import { Select, SimpleGrid, TagsInput, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { placeholders } from "../scripts/placeholders";
import { scriptChoices, scriptsQuery } from "../scripts/queries";
import { runTimeout } from "../scripts/timeout";
import type { TaskForm } from "./form";
import { form as words } from "./messages";
import { SHELLS } from "./values";

interface InputsProps {
  form: TaskForm;
  place: number;
}

export function ScriptInputs({
  form,
  place,
  platform,
}: InputsProps & { platform?: string | undefined }) {
  const { data: scripts = [] } = useQuery(scriptsQuery());
  const path = `actions.${place}`;
  const action = form.values.actions[place];
  const choices = scriptChoices(scripts, platform);
  // A chosen script stays chosen when it is hidden, invisible or for another platform.
  const isOffered = choices.some(({ items }) =>
    items.some(({ value }) => value === action?.script),
  );
  const other =
    action?.script && !isOffered
      ? [{ value: action.script, label: action.name || `#${action.script}` }]
      : [];
  const pick = (value: string | null) => {
    const script = scripts.find((one) => String(one.id) === value);
    form.setFieldValue(`${path}.script`, value);
    // The script's own defaults are the first values of the action.
    form.setFieldValue(`${path}.name`, "");
    form.setFieldValue(`${path}.script_args`, script?.args ?? []);
    form.setFieldValue(`${path}.env_vars`, script?.env_vars ?? []);
    form.setFieldValue(`${path}.timeout`, script ? runTimeout(script.default_timeout) : "");
    form.setFieldValue(`${path}.run_as_user`, script?.run_as_user ?? false);
  };
  return (
    <>
      <Select
        label={words.script}
        data={[...other, ...choices]}
        searchable
        required
        maxDropdownHeight={320}
        {...form.getInputProps(`${path}.script`)}
        onChange={pick}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
        <TagsInput
          label={words.args}
          placeholder={words.argsHint}
          data={placeholders}
          maxDropdownHeight={240}
          allowDuplicates
          splitChars={[]}
          {...form.getInputProps(`${path}.script_args`)}
        />
        <TagsInput
          label={words.env}
          placeholder={words.envHint}
          splitChars={[]}
          {...form.getInputProps(`${path}.env_vars`)}
        />
      </SimpleGrid>
    </>
  );
}

export function CommandInputs({ form, place }: InputsProps) {
  const path = `actions.${place}`;
  const shell = form.values.actions[place]?.shell;
  return (
    <>
      <Textarea
        label={words.command}
        autosize
        minRows={2}
        maxRows={14}
        required
        spellCheck={false}
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
        {...form.getInputProps(`${path}.command`)}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
        <Select
          label={words.shell}
          data={[
            { value: "default", label: words.defaultShell },
            ...SHELLS,
            { value: "custom", label: words.otherShell },
          ]}
          allowDeselect={false}
          {...form.getInputProps(`${path}.shell`)}
        />
        {shell === "custom" && (
          <TextInput label={words.shellPath} {...form.getInputProps(`${path}.custom_shell`)} />
        )}
      </SimpleGrid>
    </>
  );
}
