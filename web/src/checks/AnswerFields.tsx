/** Fields of the checks that ask another computer: ping, web page, TCP port. */
import { SimpleGrid, TagsInput, TextInput } from "@mantine/core";
import { AmountInput } from "./AmountInput";
import { FieldGroup } from "./FieldGroup";
import type { FieldsProps } from "./form";
import { form as words } from "./formMessages";
import { SeveritySelect } from "./SeveritySelect";

const BELOW: ("label" | "input" | "description" | "error")[] = [
  "label",
  "input",
  "description",
  "error",
];

export function PingFields({ form, current }: FieldsProps) {
  return (
    <>
      <TextInput
        label={words.ip}
        description={words.ipHint}
        inputWrapperOrder={BELOW}
        required
        data-autofocus
        {...form.getInputProps("ip")}
      />
      <SeveritySelect form={form} />
      <LatencyFields form={form} current={current} />
      <FieldGroup title={words.loss}>
        <AmountInput form={form} field="warning_loss_percent" label={words.warningLoss} />
        <AmountInput form={form} field="error_loss_percent" label={words.errorLoss} />
      </FieldGroup>
    </>
  );
}

export function HttpFields({ form, current }: FieldsProps) {
  return (
    <>
      <TextInput
        type="url"
        label={words.url}
        description={words.urlHint}
        inputWrapperOrder={BELOW}
        placeholder="https://"
        required
        data-autofocus
        {...form.getInputProps("url")}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
        <TagsInput
          label={words.expectedStatus}
          description={words.expectedHint}
          inputWrapperOrder={BELOW}
          {...form.getInputProps("expected_status")}
        />
        <TextInput
          label={words.containsText}
          placeholder={words.anything}
          {...form.getInputProps("contains_text")}
        />
        <AmountInput
          form={form}
          field="certificate_days"
          label={words.certificate}
          hint={words.certificateHint}
        />
        <AmountInput form={form} field="timeout" label={words.timeout} required />
        <SeveritySelect form={form} />
      </SimpleGrid>
      <LatencyFields form={form} current={current} />
    </>
  );
}

export function PortFields({ form, current }: FieldsProps) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
        <TextInput
          label={words.host}
          description={words.hostHint}
          inputWrapperOrder={BELOW}
          required
          data-autofocus
          {...form.getInputProps("host")}
        />
        <AmountInput form={form} field="port" label={words.port} required />
        <AmountInput form={form} field="timeout" label={words.timeout} required />
        <SeveritySelect form={form} />
      </SimpleGrid>
      <LatencyFields form={form} current={current} />
    </>
  );
}

function LatencyFields({ form, current }: FieldsProps) {
  return (
    <FieldGroup title={words.latency} current={current}>
      <AmountInput form={form} field="warning_latency_ms" label={words.warningLatency} />
      <AmountInput form={form} field="error_latency_ms" label={words.errorLatency} />
    </FieldGroup>
  );
}
