/** Which script runs, and what its return codes mean. */
import { Checkbox, Select, SimpleGrid, TagsInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { placeholders } from "../scripts/placeholders";
import { scriptChoices, scriptsQuery } from "../scripts/queries";
import { runTimeout } from "../scripts/timeout";
import { AmountInput } from "./AmountInput";
import { FieldGroup } from "./FieldGroup";
import type { CheckForm, FieldsProps } from "./form";
import { form as words } from "./formMessages";

export function ScriptFields({ form, agent, current }: FieldsProps) {
  const { data: scripts = [] } = useQuery(scriptsQuery());
  const choices = scriptChoices(scripts, agent?.plat);
  const chosen = form.values.script;
  // A chosen script stays chosen when it is hidden, invisible or for another platform.
  const isOffered = choices.some(({ items }) => items.some(({ value }) => value === chosen));
  const hidden = scripts.find((one) => String(one.id) === chosen);
  const other =
    chosen && !isOffered ? [{ value: chosen, label: hidden?.name ?? `#${chosen}` }] : [];
  const pick = (value: string | null) => {
    const script = scripts.find((one) => String(one.id) === value);
    form.setFieldValue("script", value);
    // The script's own defaults are the first values of the check.
    form.setFieldValue("script_args", script?.args ?? []);
    form.setFieldValue("env_vars", script?.env_vars ?? []);
    if (script) form.setFieldValue("timeout", runTimeout(script.default_timeout));
    form.setFieldValue("run_as_user", script?.run_as_user ?? false);
  };
  return (
    <>
      <Select
        label={words.script}
        data={[...other, ...choices]}
        searchable
        required
        data-autofocus
        maxDropdownHeight={320}
        {...form.getInputProps("script")}
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
          {...form.getInputProps("script_args")}
        />
        <TagsInput
          label={words.env}
          placeholder={words.envHint}
          splitChars={[]}
          {...form.getInputProps("env_vars")}
        />
        <AmountInput form={form} field="timeout" label={words.timeout} required />
        <Checkbox
          label={words.asUser}
          mt={{ base: 0, sm: 32 }}
          {...form.getInputProps("run_as_user", { type: "checkbox" })}
        />
      </SimpleGrid>
      <FieldGroup title={words.codes} hint={words.codesHelp} current={current}>
        <Codes form={form} field="info_return_codes" label={words.infoCodes} />
        <Codes form={form} field="warning_return_codes" label={words.warningCodes} />
        <Codes form={form} field="success_return_codes" label={words.successCodes} />
      </FieldGroup>
    </>
  );
}

interface CodesProps {
  form: CheckForm;
  field: "info_return_codes" | "warning_return_codes" | "success_return_codes";
  label: string;
}

function Codes({ form, field, label }: CodesProps) {
  return (
    <TagsInput
      label={label}
      placeholder={words.codesHint}
      splitChars={[",", ";", " "]}
      {...form.getInputProps(field)}
    />
  );
}
