/** Asks until when to snooze. */
import { Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { FormDialog } from "../ui/FormDialog";
import { alerts as words } from "./messages";
import { chosenEnd, localInput, morningAfter } from "./snooze";

interface SnoozeUntilProps {
  busy: boolean;
  onSnooze: (until: Date) => void;
  onClose: () => void;
}

export function SnoozeUntil({ busy, onSnooze, onClose }: SnoozeUntilProps) {
  const form = useForm({
    initialValues: { until: localInput(morningAfter(new Date())) },
    validate: { until: (text) => (chosenEnd(text, new Date()) ? null : words.untilPast) },
  });
  const submit = form.onSubmit(({ until }) => {
    const end = chosenEnd(until, new Date());
    if (end) onSnooze(end);
  });
  return (
    <FormDialog
      title={words.snoozeTitle}
      submit={words.snooze}
      busy={busy}
      dirty={form.isDirty()}
      errors={form.errors}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm">{words.snoozeText}</Text>
      <TextInput
        type="datetime-local"
        label={words.until}
        required
        data-autofocus
        {...form.getInputProps("until")}
      />
    </FormDialog>
  );
}
