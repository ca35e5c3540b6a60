/** One step of an escalation: how long it waits, and who is notified then. */
import { Fieldset, Group, NumberInput, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconTrash } from "@tabler/icons-react";
import { IconAction } from "../ui/actions";
import type { TemplateForm } from "./form";
import { form as words } from "./messages";
import { RecipientsInput } from "./RecipientsInput";

interface EscalationStepFieldsProps {
  form: TemplateForm;
  place: number;
  isLast: boolean;
  onMove: (to: number) => void;
  onRemove: () => void;
}

export function EscalationStepFields(props: EscalationStepFieldsProps) {
  const { form, place, isLast, onMove, onRemove } = props;
  const path = `escalation.${place}`;
  const number = place + 1;
  const problem = form.errors[path];
  return (
    <Fieldset legend={words.step(number)} variant="filled" miw={0}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-end" wrap="nowrap">
          <NumberInput
            label={words.after}
            min={1}
            max={10_080}
            allowDecimal={false}
            required
            maw={260}
            {...form.getInputProps(`${path}.after_minutes`)}
          />
          <Group gap={2} wrap="nowrap">
            <IconAction
              label={words.stepUp(number)}
              disabled={place === 0}
              onClick={() => onMove(place - 1)}
            >
              <IconArrowUp size={16} />
            </IconAction>
            <IconAction
              label={words.stepDown(number)}
              disabled={isLast}
              onClick={() => onMove(place + 1)}
            >
              <IconArrowDown size={16} />
            </IconAction>
            <IconAction label={words.removeStep(number)} onClick={onRemove}>
              <IconTrash size={16} />
            </IconAction>
          </Group>
        </Group>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
          <RecipientsInput kind="email" {...form.getInputProps(`${path}.email_recipients`)} />
          <RecipientsInput kind="text" {...form.getInputProps(`${path}.text_recipients`)} />
        </SimpleGrid>
        {problem && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert" tabIndex={-1} data-wrong>
            {problem}
          </Text>
        )}
      </Stack>
    </Fieldset>
  );
}
