/** The script of an action, with its arguments. */
import { NumberInput, Select, TagsInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { placeholders } from "../scripts/placeholders";
import { scriptChoices, scriptsQuery } from "../scripts/queries";
import { runTimeout } from "../scripts/timeout";
import { useRights } from "../session/me";
import { withChosen } from "./chosen";
import type { TemplateForm } from "./form";
import { form as words } from "./messages";
import type { Action } from "./values";

interface ScriptFieldsProps {
  form: TemplateForm;
  action: Action;
  /** Name of what is chosen, in case it cannot be read. */
  chosenName: string | null | undefined;
}

export function ScriptFields({ form, action, chosenName }: ScriptFieldsProps) {
  const { surely } = useRights();
  const { data: scripts = [] } = useQuery({
    ...scriptsQuery(),
    enabled: surely("can_list_scripts"),
  });
  const choices = scriptChoices(scripts);
  const offered = choices.flatMap(({ items }) => items);
  const other = withChosen(offered, form.values[action], chosenName).slice(offered.length);
  const pick = (value: string | null) => {
    const script = scripts.find((one) => String(one.id) === value);
    form.setFieldValue(action, value);
    // The script's own defaults are the first values of the action.
    form.setFieldValue(`${action}_args`, script?.args ?? []);
    form.setFieldValue(`${action}_env_vars`, script?.env_vars ?? []);
    form.setFieldValue(`${action}_timeout`, script ? runTimeout(script.default_timeout) : 15);
  };
  return (
    <>
      <Select
        label={words.script}
        placeholder={words.noAction}
        data={[...other, ...choices]}
        searchable
        clearable
        maxDropdownHeight={320}
        {...form.getInputProps(action)}
        onChange={pick}
      />
      {form.values[action] !== null && <ScriptInputs form={form} action={action} />}
    </>
  );
}

function ScriptInputs({ form, action }: Pick<ScriptFieldsProps, "form" | "action">) {
  return (
    <>
      <TagsInput
        label={words.args}
        placeholder={words.argsHint}
        data={placeholders}
        allowDuplicates
        splitChars={[]}
        {...form.getInputProps(`${action}_args`)}
      />
      <TagsInput
        label={words.env}
        placeholder={words.envHint}
        splitChars={[]}
        {...form.getInputProps(`${action}_env_vars`)}
      />
      <NumberInput
        label={words.timeout}
        suffix={` ${words.seconds}`}
        min={1}
        max={86_400}
        allowDecimal={false}
        maw={200}
        {...form.getInputProps(`${action}_timeout`)}
      />
    </>
  );
}
