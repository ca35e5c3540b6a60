/** How often a check runs, on which platforms, and how failures are reported. */
import { Checkbox, Group, MultiSelect, Stack, Text } from "@mantine/core";
import { useId } from "react";
import { agents } from "../agents/messages";
import { AmountInput } from "./AmountInput";
import { FieldGroup } from "./FieldGroup";
import type { FieldsProps } from "./form";
import { form as words } from "./formMessages";
import { checks } from "./messages";
import type { Platform } from "./types";

const PLATFORMS: Platform[] = ["windows", "linux", "darwin"];
const WAYS = ["dashboard_alert", "email_alert", "text_alert"] as const;

export function CommonFields({ form, agent }: FieldsProps) {
  const label = useId();
  return (
    <FieldGroup title={words.running}>
      <AmountInput
        form={form}
        field="run_interval"
        label={words.interval}
        hint={words.intervalHint}
        placeholder={words.agentInterval}
      />
      <AmountInput form={form} field="fails_b4_alert" label={words.fails} required />
      <Stack gap={6} role="group" aria-labelledby={label}>
        <Text size="sm" fw={500} id={label}>
          {words.alertBy}
        </Text>
        <Group gap="md">
          {WAYS.map((way) => (
            <Checkbox
              key={way}
              label={checks.alertWays[way]}
              {...form.getInputProps(way, { type: "checkbox" })}
            />
          ))}
        </Group>
      </Stack>
      {!agent && (
        <MultiSelect
          label={words.platforms}
          description={words.platformsHint}
          inputWrapperOrder={["label", "input", "description", "error"]}
          data={PLATFORMS.map((value) => ({ value, label: agents.platform[value] ?? value }))}
          {...form.getInputProps("supported_platforms")}
        />
      )}
    </FieldGroup>
  );
}
