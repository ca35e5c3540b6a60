/** What to run on many agents: a command or a script. */
import { Checkbox, Group, NumberInput, Select, TagsInput, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import * as rules from "../api/rules.gen";
import { running } from "../runs/messages";
import { scriptChoices, scriptsQuery } from "../scripts/queries";
import { runTimeout } from "../scripts/timeout";
import type { FieldsProps } from "./fields";

export function CommandFields({ fields, errors, onChange }: FieldsProps) {
  return (
    <>
      <Textarea
        label={running.commandLabel}
        autosize
        minRows={4}
        maxRows={16}
        required
        spellCheck={false}
        data-autofocus
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
        value={fields.cmd ?? ""}
        error={errors.cmd}
        onChange={(event) => onChange({ ...fields, cmd: event.currentTarget.value })}
      />
      <Group grow align="flex-start">
        <Select
          label={running.shell}
          data={SHELLS}
          value={fields.shell ?? "bash"}
          error={errors.shell}
          onChange={(shell) => onChange({ ...fields, shell })}
          allowDeselect={false}
        />
        <TimeLimit fields={fields} errors={errors} onChange={onChange} />
      </Group>
      <AsUser fields={fields} errors={errors} onChange={onChange} />
    </>
  );
}

export function ScriptFields({ fields, errors, onChange }: FieldsProps) {
  const { data: scripts = [] } = useQuery(scriptsQuery());
  const pick = (value: string | null) => {
    const script = scripts.find((one) => String(one.id) === value);
    if (!script) return;
    onChange({
      ...fields,
      script: script.id,
      args: script.args,
      env_vars: script.env_vars,
      timeout: runTimeout(script.default_timeout),
      run_as_user: script.run_as_user,
    });
  };
  return (
    <>
      <Select
        label={running.pick}
        data={scriptChoices(scripts)}
        value={fields.script ? String(fields.script) : null}
        error={errors.script}
        onChange={pick}
        searchable
        required
      />
      <TagsInput
        label={running.args}
        placeholder={running.argsHint}
        allowDuplicates
        splitChars={[]}
        value={fields.args ?? []}
        error={errors.args}
        onChange={(args) => onChange({ ...fields, args })}
      />
      <TagsInput
        label={running.env}
        placeholder={running.envHint}
        splitChars={[]}
        value={fields.env_vars ?? []}
        error={errors.env_vars}
        onChange={(env_vars) => onChange({ ...fields, env_vars })}
      />
      <TimeLimit fields={fields} errors={errors} onChange={onChange} />
      <AsUser fields={fields} errors={errors} onChange={onChange} />
    </>
  );
}

const SHELLS = [
  { value: "bash", label: "Bash" },
  { value: "sh", label: "sh" },
  { value: "powershell", label: "PowerShell" },
  { value: "cmd", label: "Command prompt" },
  { value: "python", label: "Python" },
];

function TimeLimit({ fields, errors, onChange }: FieldsProps) {
  return (
    <NumberInput
      label={running.timeLimit}
      {...rules.BulkBody.timeout}
      value={fields.timeout ?? ""}
      error={errors.timeout}
      onChange={(value) => onChange({ ...fields, timeout: value === "" ? null : Number(value) })}
    />
  );
}

function AsUser({ fields, errors, onChange }: FieldsProps) {
  return (
    <Checkbox
      label={running.asUser}
      checked={fields.run_as_user ?? false}
      error={errors.run_as_user}
      onChange={(event) => onChange({ ...fields, run_as_user: event.currentTarget.checked })}
    />
  );
}
