/** Who is notified next while nobody acknowledges an alert, in order. */
import { Button, Group, Stack, Text, VisuallyHidden } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { Panel, PanelTitle } from "../ui/Page";
import { EscalationStepFields } from "./EscalationStepFields";
import type { TemplateForm } from "./form";
import { form as words } from "./messages";
import { newStep } from "./values";

/** The server refuses more than this. */
const MOST = 10;

export function EscalationList({ form }: { form: TemplateForm }) {
  const [announced, setAnnounced] = useState("");
  const { escalation } = form.values;
  const move = (from: number, to: number) => {
    // Problems of a step are kept only while it stays where it is.
    form.clearErrors();
    form.reorderListItem("escalation", { from, to });
    setAnnounced(words.stepMoved(to + 1));
  };
  const remove = (place: number) => {
    form.clearErrors();
    form.removeListItem("escalation", place);
  };
  return (
    <Panel>
      <PanelTitle>{words.escalation}</PanelTitle>
      <VisuallyHidden role="status">{announced}</VisuallyHidden>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {escalation.length === 0 ? words.noSteps : words.escalationHint}
        </Text>
        {escalation.map((step, place) => (
          <EscalationStepFields
            key={step.key}
            form={form}
            place={place}
            isLast={place === escalation.length - 1}
            onMove={(to) => move(place, to)}
            onRemove={() => remove(place)}
          />
        ))}
        <Group>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} />}
            disabled={escalation.length >= MOST}
            onClick={() => form.insertListItem("escalation", newStep())}
          >
            {words.addStep}
          </Button>
        </Group>
      </Stack>
    </Panel>
  );
}
