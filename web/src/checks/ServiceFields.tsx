/** Which service has to run, and what counts as running. */
import { Autocomplete, Checkbox, Stack, TextInput } from "@mantine/core";
import type { FieldsProps } from "./form";
import { form as words } from "./formMessages";
import { SeveritySelect } from "./SeveritySelect";
import { useServices } from "./useKnown";

export function ServiceFields({ form, agent, current }: FieldsProps) {
  const services = useServices(agent, true) ?? [];
  const pick = (name: string) => {
    form.setFieldValue("svc_name", name);
    const service = services.find((one) => one.name === name);
    if (service) form.setFieldValue("svc_display_name", service.display_name);
  };
  return (
    <>
      <Autocomplete
        label={(agent && words.service[agent.plat]) ?? words.anyService}
        {...(agent && { description: words.serviceHint })}
        inputWrapperOrder={["label", "input", "description", "error"]}
        required
        data-autofocus
        limit={100}
        maxDropdownHeight={260}
        data={[...new Set(services.map(({ name }) => name))]}
        {...form.getInputProps("svc_name")}
        onChange={pick}
      />
      {current}
      <TextInput label={words.serviceName} {...form.getInputProps("svc_display_name")} />
      <Stack gap="xs">
        <Checkbox
          label={words.restart}
          {...form.getInputProps("restart_if_stopped", { type: "checkbox" })}
        />
        <Checkbox
          label={words.pendingPasses}
          {...form.getInputProps("pass_if_start_pending", { type: "checkbox" })}
        />
        <Checkbox
          label={words.missingPasses}
          {...form.getInputProps("pass_if_svc_not_exist", { type: "checkbox" })}
        />
      </Stack>
      <SeveritySelect form={form} />
    </>
  );
}
