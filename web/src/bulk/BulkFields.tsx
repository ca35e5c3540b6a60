/** What an action needs to know, besides for whom. */
import {
  Checkbox,
  Group,
  NumberInput,
  SegmentedControl,
  Select,
  Stack,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import type { FormErrors } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { running } from "../runs/messages";
import { scriptChoices, scriptsQuery } from "../scripts/queries";
import { runTimeout } from "../scripts/timeout";
import { software } from "../software/messages";
import { EditFields } from "./EditFields";
import { bulk as words } from "./messages";
import type { BulkBody } from "./queries";

interface FieldsProps {
  fields: Partial<BulkBody>;
  /** What is wrong, by the names of the fields. */
  errors: FormErrors;
  onChange: (fields: Partial<BulkBody>) => void;
}

const SHELLS = [
  { value: "bash", label: "Bash" },
  { value: "sh", label: "sh" },
  { value: "powershell", label: "PowerShell" },
  { value: "cmd", label: "Command prompt" },
  { value: "python", label: "Python" },
];

export function BulkFields({ mode, fields, errors, onChange }: FieldsProps & { mode: string }) {
  const shared = { fields, errors, onChange };
  return (
    <Stack gap="sm">
      {mode === "command" && <CommandFields {...shared} />}
      {mode === "script" && <ScriptFields {...shared} />}
      {mode === "patch" && (
        <Select
          label={words.patchMode}
          data={[
            { value: "scan", label: words.patchScan },
            { value: "install", label: words.patchInstall },
          ]}
          value={fields.patchMode ?? "scan"}
          error={errors.patchMode}
          onChange={(patchMode) => onChange({ ...fields, patchMode })}
          allowDeselect={false}
        />
      )}
      {mode === "software" && <PackageFields {...shared} />}
      {mode === "update" && <Text size="sm">{words.updateText}</Text>}
      {mode === "recover" && <Text size="sm">{words.recoverText}</Text>}
      {mode === "edit" && <EditFields {...shared} />}
      {mode !== "edit" && <Pace {...shared} />}
    </Stack>
  );
}

function CommandFields({ fields, errors, onChange }: FieldsProps) {
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

function ScriptFields({ fields, errors, onChange }: FieldsProps) {
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

const MANAGERS = ["choco", "winget", "apt", "dnf", "zypper", "pacman", "brew"];

function PackageFields({ fields, errors, onChange }: FieldsProps) {
  return (
    <>
      <TextInput
        label={words.package}
        required
        spellCheck={false}
        data-autofocus
        value={fields.name ?? ""}
        error={errors.name}
        onChange={(event) => onChange({ ...fields, name: event.currentTarget.value })}
      />
      <Group grow align="flex-start">
        <Select
          label={words.manager}
          placeholder={words.managerOwn}
          data={MANAGERS.map((value) => ({ value, label: software.managers[value] ?? value }))}
          value={fields.manager ?? null}
          error={errors.manager}
          onChange={(manager) => onChange({ ...fields, manager })}
          clearable
        />
        <TextInput
          label={words.packageVersion}
          placeholder={words.newest}
          value={fields.version ?? ""}
          error={errors.version}
          onChange={(event) => onChange({ ...fields, version: event.currentTarget.value || null })}
        />
      </Group>
    </>
  );
}

function TimeLimit({ fields, errors, onChange }: FieldsProps) {
  return (
    <NumberInput
      label={running.timeLimit}
      min={1}
      max={86_400}
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

/** What happens to those that are away, and how fast it goes. */
function Pace({ fields, errors, onChange }: FieldsProps) {
  const number = (value: number | string) => (value === "" ? null : Number(value));
  return (
    <>
      <div>
        <Text size="sm" fw={500} mb={4} id="when-offline">
          {words.whenOffline}
        </Text>
        <SegmentedControl
          aria-labelledby="when-offline"
          value={fields.offline ?? "queue"}
          onChange={(offline) => onChange({ ...fields, offline })}
          data={[
            { value: "queue", label: words.queue },
            { value: "skip", label: words.skip },
          ]}
        />
      </div>
      <Group grow align="flex-start">
        <NumberInput
          label={words.batchLabel}
          placeholder={words.unlimited}
          min={1}
          value={fields.batch ?? ""}
          error={errors.batch}
          onChange={(value) => onChange({ ...fields, batch: number(value) })}
        />
        <NumberInput
          label={words.stopLabel}
          placeholder={words.never}
          min={0}
          max={100}
          value={fields.stop_on_failures ?? ""}
          error={errors.stop_on_failures}
          onChange={(value) => onChange({ ...fields, stop_on_failures: number(value) })}
        />
      </Group>
    </>
  );
}
