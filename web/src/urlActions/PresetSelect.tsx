/** Fills the form with a ready-made webhook, and says what it needs. */
import { Select, Stack, Text } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { urlActions as words } from "./messages";
import { presetsQuery } from "./queries";
import { type UrlActionValues, withPreset } from "./values";

export function PresetSelect({ form }: { form: UseFormReturnType<UrlActionValues> }) {
  const { data: presets = [] } = useQuery(presetsQuery);
  const [chosen, setChosen] = useState<string | null>(null);
  const preset = presets.find((one) => one.id === chosen);
  const choose = (id: string | null) => {
    setChosen(id);
    const next = presets.find((one) => one.id === id);
    if (next) form.setValues(withPreset(form.getValues(), next));
  };
  return (
    <Stack gap={4}>
      <Select
        label={words.preset}
        placeholder={words.presetNone}
        data={presets.map(({ id, name }) => ({ value: id, label: name }))}
        value={chosen}
        onChange={choose}
        searchable
        clearable
      />
      {preset && (
        <Text size="xs" c="dimmed">
          {preset.hint} {preset.keys.length > 0 && words.presetKeys(preset.keys)}
        </Text>
      )}
    </Stack>
  );
}
