import { Checkbox, Group, NumberInput, Select, Stack, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { getHotkeyHandler } from "@mantine/hooks";
import { IconPlayerPlay } from "@tabler/icons-react";
import { useState } from "react";
import type { Agent } from "../agents/queries";
import * as rules from "../api/rules.gen";
import { ActionButton } from "../ui/actions";
import { FormProblems } from "../ui/FormProblems";
import { ProblemNotice } from "../ui/states";
import { useAction } from "../ui/useAction";
import { useProblem } from "../ui/useProblem";
import { queueCommand, startCommand } from "./commandSocket";
import { commandValues } from "./former";
import { running as words } from "./messages";
import type { WholeRun } from "./queries";
import { shellChoices } from "./shells";

export interface StartFormProps {
  agent: Agent;
  /** A run to repeat. */
  former?: WholeRun | undefined;
  busy: boolean;
  onStart: (run: number) => void;
}

export function CommandForm({ agent, former, onStart }: StartFormProps) {
  const shells = shellChoices(agent.plat);
  // An agent that left a moment ago still counts as online; the refusal shows it.
  const [isGone, setGone] = useState(false);
  const waits = isGone || agent.status !== "online";
  const form = useForm({ initialValues: commandValues(agent, former) });
  const { problem, show, clear } = useProblem(form);
  const start = useAction({
    act: ({ custom_shell, queue_hours, ...values }: typeof form.values) => {
      const other = values.shell === "custom" ? { custom_shell } : {};
      const body = { ...values, ...other };
      return waits
        ? queueCommand(agent.agent_id, { ...body, queue: true, queue_hours })
        : startCommand(agent.agent_id, body);
    },
    onDone: (run) => {
      clear();
      setGone(false);
      onStart(run);
    },
    refresh: [["runs", "list"], ["pendingActions"]],
    onProblem: (refusal) => {
      setGone(refusal.code === "agent_offline");
      show(refusal);
    },
  });
  const send = form.onSubmit((values) => {
    if (!start.isPending) start.mutate(values);
  });
  return (
    <form onSubmit={send}>
      <Stack gap="sm">
        {problem && <ProblemNotice error={problem} />}
        <Textarea
          label={words.commandLabel}
          description={words.commandHint}
          autosize
          minRows={4}
          maxRows={18}
          required
          spellCheck={false}
          autoFocus
          styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
          onKeyDown={getHotkeyHandler([["mod+Enter", () => send()]])}
          {...form.getInputProps("cmd")}
        />
        <Group gap="sm" align="flex-start" grow>
          <Select
            label={words.shell}
            data={[...shells, { value: "custom", label: words.custom }]}
            allowDeselect={false}
            {...form.getInputProps("shell")}
          />
          <NumberInput
            label={words.timeLimit}
            {...rules.RunCommand.timeout}
            {...form.getInputProps("timeout")}
          />
        </Group>
        {form.values.shell === "custom" && (
          <TextInput
            label={words.customShell}
            description={words.customShellHint}
            {...form.getInputProps("custom_shell")}
          />
        )}
        {waits && (
          <NumberInput
            label={words.queueHours}
            description={words.offlineCommand}
            {...rules.RunCommand.queue_hours}
            {...form.getInputProps("queue_hours")}
          />
        )}
        <Group justify="space-between">
          <Checkbox
            label={words.asUser}
            {...form.getInputProps("run_as_user", { type: "checkbox" })}
          />
          <Group gap="xs">
            <FormProblems errors={form.errors} saves={false} />
            <ActionButton
              right="can_send_cmd"
              leftSection={<IconPlayerPlay size={16} />}
              loading={start.isPending}
              onClick={() => send()}
            >
              {waits ? words.queue : words.run}
            </ActionButton>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}
