/** Thresholds of disks, processors and memory. */
import { Autocomplete } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { AmountInput } from "./AmountInput";
import { FieldGroup } from "./FieldGroup";
import type { CheckForm, FieldsProps } from "./form";
import { form as words } from "./formMessages";
import { newestQuery } from "./queries";

export function DiskFields({ form, agent, current }: FieldsProps) {
  const agentId = agent?.agent_id ?? "";
  const { data } = useQuery({ ...newestQuery(agentId), enabled: agentId !== "" });
  const disks = data?.series.filter(({ name }) => name === "disk_used") ?? [];
  return (
    <>
      <Autocomplete
        label={words.disk}
        description={words.diskHint}
        inputWrapperOrder={["label", "input", "description", "error"]}
        required
        data-autofocus
        // Opened by a key or a click: it would cover the thresholds.
        openOnFocus={false}
        data={[...new Set(disks.map(({ label }) => label))]}
        {...form.getInputProps("disk")}
      />
      <FieldGroup title={words.free} hint={words.gbHint} current={current}>
        <AmountInput form={form} field="warning_threshold" label={words.warningBelow} />
        <AmountInput form={form} field="warning_free_gb" label={words.warningBelowGb} />
        <AmountInput form={form} field="error_threshold" label={words.errorBelow} />
        <AmountInput form={form} field="error_free_gb" label={words.errorBelowGb} />
        <AmountInput
          form={form}
          field="full_within_days"
          label={words.forecast}
          hint={words.forecastHint}
        />
      </FieldGroup>
      <PatienceFields form={form} recovery={words.recoveryFree} />
    </>
  );
}

export function UsageFields({ form, current }: FieldsProps) {
  return (
    <>
      <FieldGroup title={words.used} hint={words.usedHint} current={current}>
        <AmountInput form={form} field="warning_threshold" label={words.warningAbove} isFirst />
        <AmountInput form={form} field="error_threshold" label={words.errorAbove} />
      </FieldGroup>
      <PatienceFields form={form} recovery={words.recoveryUsed} />
    </>
  );
}

function PatienceFields({ form, recovery }: { form: CheckForm; recovery: string }) {
  return (
    <FieldGroup title={words.patience}>
      <AmountInput
        form={form}
        field="recovery_threshold"
        label={recovery}
        hint={words.recoveryHint}
      />
      <AmountInput
        form={form}
        field="for_minutes"
        label={words.forMinutes}
        hint={words.forMinutesHint}
      />
    </FieldGroup>
  );
}
