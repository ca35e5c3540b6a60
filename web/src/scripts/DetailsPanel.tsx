import {
  Autocomplete,
  Checkbox,
  MultiSelect,
  NumberInput,
  Select,
  Stack,
  TagsInput,
  Textarea,
  TextInput,
} from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { agents } from "../agents/messages";
import * as rules from "../api/rules.gen";
import { OwnersField } from "../clients/OwnersField";
import type { ScriptForm } from "./form";
import { folders } from "./library";
import { shells, scripts as words } from "./messages";
import { placeholders } from "./placeholders";
import { SHELLS, scriptsQuery } from "./queries";

const PLATFORMS = Object.entries(agents.platform).map(([value, label]) => ({ value, label }));

export function DetailsPanel({ form, locked }: { form: ScriptForm; locked: boolean }) {
  const { data: library = [] } = useQuery(scriptsQuery());
  const categories = folders(library)
    .map(([name]) => name)
    .filter(Boolean);
  return (
    <Stack gap="sm">
      <TextInput label={words.name} required readOnly={locked} {...form.getInputProps("name")} />
      <Textarea
        label={words.description}
        autosize
        minRows={2}
        readOnly={locked}
        {...form.getInputProps("description")}
      />
      <Select
        label={words.shell}
        data={SHELLS.map((value) => ({ value, label: shells[value] ?? value }))}
        allowDeselect={false}
        readOnly={locked}
        {...form.getInputProps("shell")}
      />
      <Autocomplete
        label={words.category}
        data={categories}
        readOnly={locked}
        {...form.getInputProps("category")}
      />
      <MultiSelect
        label={words.platforms}
        placeholder={form.values.supported_platforms.length === 0 ? words.allPlatforms : ""}
        data={PLATFORMS}
        readOnly={locked}
        {...form.getInputProps("supported_platforms")}
      />
      <NumberInput
        label={words.timeout}
        {...rules.ScriptForm.default_timeout}
        readOnly={locked}
        {...form.getInputProps("default_timeout")}
      />
      <TagsInput
        label={words.args}
        description={words.argsHint}
        data={placeholders}
        maxDropdownHeight={240}
        allowDuplicates
        splitChars={[]}
        readOnly={locked}
        {...form.getInputProps("args")}
      />
      <TagsInput
        label={words.env}
        placeholder={words.envHint}
        splitChars={[]}
        readOnly={locked}
        {...form.getInputProps("env_vars")}
      />
      <TextInput label={words.syntax} readOnly={locked} {...form.getInputProps("syntax")} />
      <OwnersField readOnly={locked} {...form.getInputProps("owner_clients")} />
      <Checkbox
        label={words.asUser}
        disabled={locked}
        {...form.getInputProps("run_as_user", { type: "checkbox" })}
      />
      <Checkbox
        label={words.hide}
        disabled={locked}
        {...form.getInputProps("hidden", { type: "checkbox" })}
      />
    </Stack>
  );
}
