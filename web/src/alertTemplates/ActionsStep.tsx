/** What runs, who is notified, and who is notified next. */
import { SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import type { AlertTemplate } from "../templateChoice/queries";
import { Panel, PanelTitle } from "../ui/Page";
import { ActionPanel } from "./ActionPanel";
import { EscalationList } from "./EscalationList";
import type { TemplateForm } from "./form";
import { form as words } from "./messages";
import { RecipientsInput } from "./RecipientsInput";

interface ActionsStepProps {
  form: TemplateForm;
  stored: AlertTemplate | undefined;
}

export function ActionsStep({ form, stored }: ActionsStepProps) {
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <ActionPanel form={form} action="action" chosenName={stored?.action_name} />
        <ActionPanel
          form={form}
          action="resolved_action"
          chosenName={stored?.resolved_action_name}
        />
      </SimpleGrid>
      <Panel>
        <PanelTitle>{words.recipients}</PanelTitle>
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {words.recipientsHint}
          </Text>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
            <RecipientsInput kind="email" {...form.getInputProps("email_recipients")} />
            <RecipientsInput kind="text" {...form.getInputProps("text_recipients")} />
            <TextInput
              label={words.from}
              description={words.fromHint}
              inputWrapperOrder={["label", "input", "description", "error"]}
              {...form.getInputProps("email_from")}
            />
          </SimpleGrid>
        </Stack>
      </Panel>
      <EscalationList form={form} />
    </Stack>
  );
}
