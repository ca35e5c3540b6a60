/** What happens when agents are overdue, when checks fail, or when tasks do. */
import { Checkbox, NumberInput, SimpleGrid, Stack, Switch, Text } from "@mantine/core";
import { Panel, PanelTitle } from "../ui/Page";
import type { TemplateForm } from "./form";
import { form as words } from "./messages";
import { SeverityChips } from "./SeverityChips";
import { TriStateInput } from "./TriStateInput";
import type { Kind, RatedKind } from "./values";

const CHANNELS = [
  { id: "alert", severity: "dashboard" },
  { id: "email", severity: "email" },
  { id: "text", severity: "text" },
] as const;

type Channel = (typeof CHANNELS)[number];

interface StepProps<Of extends Kind> {
  form: TemplateForm;
  kind: Of;
}

export function KindStep({ form, kind }: StepProps<Kind>) {
  return (
    <Stack gap="md">
      <Panel>
        <PanelTitle>{words.kindTitles[kind]}</PanelTitle>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {words.kindHints[kind]}
          </Text>
          <SimpleGrid cols={{ base: 1, md: 3 }} spacing="lg">
            {CHANNELS.map((channel) => (
              <Stack key={channel.id} gap="sm">
                <TriStateInput
                  label={words.channels[channel.id]}
                  kind={kind}
                  {...form.getInputProps(`${kind}_always_${channel.id}`)}
                />
                {kind !== "agent" && <Severities form={form} kind={kind} channel={channel} />}
              </Stack>
            ))}
          </SimpleGrid>
        </Stack>
      </Panel>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <Recovery form={form} kind={kind} />
        <Afterwards form={form} kind={kind} />
      </SimpleGrid>
    </Stack>
  );
}

function Severities({ form, kind, channel }: StepProps<RatedKind> & { channel: Channel }) {
  const shownAlways = channel.id === "alert" && kind === "check";
  return (
    <SeverityChips
      channel={words.channels[channel.id]}
      empty={shownAlways ? words.noSeverity.all : words.noSeverity.usual}
      disabled={form.values[`${kind}_always_${channel.id}`] === "off"}
      {...form.getInputProps(`${kind}_${channel.severity}_alert_severity`)}
    />
  );
}

function Recovery({ form, kind }: StepProps<Kind>) {
  return (
    <Panel>
      <PanelTitle>{words.resolved}</PanelTitle>
      <Stack gap="sm">
        <Checkbox
          label={words.emailResolved}
          {...form.getInputProps(`${kind}_email_on_resolved`, { type: "checkbox" })}
        />
        <Checkbox
          label={words.textResolved}
          {...form.getInputProps(`${kind}_text_on_resolved`, { type: "checkbox" })}
        />
        <Text size="xs" c="dimmed">
          {words.resolvedHint}
        </Text>
      </Stack>
    </Panel>
  );
}

function Afterwards({ form, kind }: StepProps<Kind>) {
  return (
    <Panel>
      <Stack gap="sm">
        <NumberInput
          label={words.repeat}
          description={words.repeatHint}
          inputWrapperOrder={["label", "input", "description", "error"]}
          min={0}
          max={365}
          allowDecimal={false}
          maw={200}
          {...form.getInputProps(`${kind}_periodic_alert_days`)}
        />
        <Switch
          label={words.scriptActions}
          description={words.scriptActionsHint}
          {...form.getInputProps(`${kind}_script_actions`, { type: "checkbox" })}
        />
      </Stack>
    </Panel>
  );
}
