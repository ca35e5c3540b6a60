/** Which package to install on many agents. */
import { Group, Select, TextInput } from "@mantine/core";
import { asWord } from "../api/word";
import { software } from "../software/messages";
import type { FieldsProps } from "./fields";
import { bulk as words } from "./messages";

export function PackageFields({ fields, errors, onChange }: FieldsProps) {
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
          onChange={(manager) => onChange({ ...fields, manager: manager ? asWord(manager) : null })}
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

const MANAGERS = ["choco", "winget", "apt", "dnf", "zypper", "pacman", "apk", "brew"];
