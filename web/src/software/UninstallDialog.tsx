/** Removes a program from one agent. */
import { NumberInput, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { AgentSummary } from "../agents/AgentSummary";
import type { Agent } from "../agents/queries";
import * as rules from "../api/rules.gen";
import { ConfirmDialog } from "../ui/ConfirmDialog";
import { ProblemNotice } from "../ui/states";
import { useAction } from "../ui/useAction";
import { useInputProblems } from "../ui/useInputProblems";
import { software as words } from "./messages";
import { removeProgram, type SoftwareItem } from "./queries";

interface UninstallDialogProps {
  agent: Agent;
  item: SoftwareItem;
  onStart: (run: number) => void;
  onClose: () => void;
}

export function UninstallDialog({ agent, item, onStart, onClose }: UninstallDialogProps) {
  const [command, setCommand] = useState("");
  const [timeout, setTimeout] = useState<number | string>(900);
  const { errors, problem, show, clear } = useInputProblems(["command", "timeout"]);
  const remove = useAction({
    act: () => {
      const own = command.trim() ? { command: command.trim() } : {};
      return removeProgram(agent.agent_id, { name: item.name, timeout: Number(timeout), ...own });
    },
    onDone: onStart,
    refresh: [["runs"], ["pendingActions"]],
    onProblem: show,
  });
  return (
    <ConfirmDialog
      title={words.uninstallOf(item.name)}
      targets={[`${item.name} ${item.version}`]}
      about={<AgentSummary agent={agent} />}
      word={agent.hostname}
      action={words.uninstall}
      busy={remove.isPending}
      errors={errors}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <Stack gap="sm">
        {problem && <ProblemNotice error={problem} />}
        <Text size="sm">{words.uninstallText}</Text>
        <TextInput
          label={words.command}
          description={words.commandHint}
          placeholder={item.uninstall}
          value={command}
          onChange={(event) => {
            setCommand(event.currentTarget.value);
            clear("command");
          }}
          error={errors.command}
          spellCheck={false}
        />
        <NumberInput
          label={words.timeLimit}
          {...rules.UninstallSoftware.timeout}
          value={timeout}
          onChange={(value) => {
            setTimeout(value);
            clear("timeout");
          }}
          error={errors.timeout}
        />
      </Stack>
    </ConfirmDialog>
  );
}
