/** Raises an alert by hand. */
import { SegmentedControl, Stack, Text, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { AgentSelect } from "../agents/AgentSelect";
import { FormDialog } from "../ui/FormDialog";
import { useAction } from "../ui/useAction";
import { useProblem } from "../ui/useProblem";
import { alerts as words } from "./messages";
import { ALERTS, raise } from "./queries";
import { SEVERITIES, type Severity } from "./state";

interface RaiseFormProps {
  /** The agent to begin with. */
  agentId: string | null;
  onClose: () => void;
}

interface Values {
  message: string;
  severity: Severity;
  agent: string | null;
}

export function RaiseForm({ agentId, onClose }: RaiseFormProps) {
  const form = useForm<Values>({
    initialValues: { message: "", severity: "warning", agent: agentId },
  });
  const { problem, show } = useProblem(form);
  const save = useAction({
    act: raise,
    done: words.raised,
    refresh: [ALERTS],
    onDone: onClose,
    onProblem: show,
  });
  return (
    <FormDialog
      title={words.raise}
      submit={words.raise}
      busy={save.isPending}
      dirty={form.isDirty()}
      errors={form.errors}
      problem={problem}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      onClose={onClose}
    >
      <Text size="sm">{words.raiseText}</Text>
      <Textarea
        label={words.message}
        required
        autosize
        minRows={2}
        data-autofocus
        {...form.getInputProps("message")}
      />
      <Stack gap={4}>
        <Text size="sm" fw={500} id="raise-severity">
          {words.severity}
        </Text>
        <SegmentedControl
          aria-labelledby="raise-severity"
          data={SEVERITIES.map((value) => ({ value, label: words.severities[value] }))}
          {...form.getInputProps("severity")}
        />
      </Stack>
      {agentId === null && (
        <AgentSelect
          label={words.raiseAgent}
          description={words.raiseAgentHint}
          value={form.values.agent}
          onChange={(agent) => form.setFieldValue("agent", agent)}
          error={form.errors.agent}
        />
      )}
    </FormDialog>
  );
}
