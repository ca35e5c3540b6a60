import { Checkbox, Group, NumberInput, Select, Stack, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { getHotkeyHandler } from "@mantine/hooks";
import { IconPlayerPlay } from "@tabler/icons-react";
import { useAction } from "../api/queries";
import { startCommand } from "../runs/commandSocket";
import type { Run } from "../runs/queries";
import { ActionButton } from "../ui/actions";
import { ProblemNotice } from "../ui/states";
import { useProblem } from "../ui/useProblem";
import type { Agent } from "./agent";
import { running as words } from "./messages";
import { defaultShell, shellChoices } from "./shells";

export interface StartFormProps {
  agent: Agent;
  /** A run to repeat. */
  former?: Run | undefined;
  busy: boolean;
  onStart: (run: number) => void;
}

export function CommandForm({ agent, former, onStart }: StartFormProps) {
  const repeated = former?.type === "cmd_run" ? former : undefined;
  const shells = shellChoices(agent.plat);
  const known = !repeated || shells.some((choice) => choice.value === repeated.shell);
  const form = useForm({
    initialValues: {
      shell: known ? (repeated?.shell ?? defaultShell(agent)) : "custom",
      custom_shell: known ? "" : (repeated?.shell ?? ""),
      cmd: repeated?.command ?? "",
      timeout: repeated?.timeout ?? 30,
      run_as_user: false,
    },
  });
  const { problem, show, clear } = useProblem(form);
  const start = useAction({
    act: ({ custom_shell, ...values }: typeof form.values) => {
      const other = values.shell === "custom" ? { custom_shell } : {};
      return startCommand(agent.agent_id, { ...values, ...other });
    },
    onDone: (run) => {
      clear();
      onStart(run);
    },
    refresh: [["runs", "list"]],
    onProblem: show,
  });
  const blocked = agent.status === "online" ? undefined : words.offlineCommand;
  const send = form.onSubmit((values) => {
    if (!blocked && !start.isPending) start.mutate(values);
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
            min={1}
            max={86_400}
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
        <Group justify="space-between">
          <Checkbox
            label={words.asUser}
            {...form.getInputProps("run_as_user", { type: "checkbox" })}
          />
          <ActionButton
            right="can_send_cmd"
            blocked={blocked}
            leftSection={<IconPlayerPlay size={16} />}
            loading={start.isPending}
            onClick={() => send()}
          >
            {words.run}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  );
}
