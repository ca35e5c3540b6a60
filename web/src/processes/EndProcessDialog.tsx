/** Ends a process: with a request that it may refuse, or by force. */
import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import type { QueryKey } from "@tanstack/react-query";
import { AgentSummaryOf } from "../agents/AgentSummary";
import { useLack } from "../agents/useLack";
import { answer, api, type Schema } from "../api/client";
import { ActionButton } from "../ui/actions";
import { Facts } from "../ui/Facts";
import { ui } from "../ui/messages";
import { useAction } from "../ui/useAction";
import { processes as words } from "./messages";

interface EndProcessDialogProps {
  agentId: string;
  process: Schema<"Process">;
  refresh: QueryKey;
  onClose: () => void;
}

export function EndProcessDialog({ agentId, process, refresh, onClose }: EndProcessDialogProps) {
  const { name, pid, username, cmdline } = process;
  const end = useAction({
    act: (signal: "terminate" | "kill") => {
      const params = { path: { agent_id: agentId, pid }, query: { signal } };
      return answer(api.DELETE("/agents/{agent_id}/processes/{pid}/", { params }));
    },
    done: (_, signal) => (signal === "kill" ? words.killed(name, pid) : words.asked(name, pid)),
    refresh: [refresh],
    onDone: onClose,
  });
  const lack = useLack(agentId);
  const busy = (signal: string) => end.isPending && end.variables === signal;
  return (
    <Modal opened onClose={onClose} title={words.endTitle(name)}>
      <Stack gap="md">
        <Facts
          facts={[
            [words.name, `${name} (${pid})`],
            [words.user, username],
            [words.command, cmdline],
          ]}
        />
        <AgentSummaryOf agentId={agentId} />
        <Text size="sm">{words.endText}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {ui.cancel}
          </Button>
          <Button
            variant="light"
            color="red"
            loading={busy("kill")}
            onClick={() => end.mutate("kill")}
          >
            {words.kill}
          </Button>
          <ActionButton
            color="red"
            blocked={lack("terminate_process")}
            data-autofocus
            loading={busy("terminate")}
            onClick={() => end.mutate("terminate")}
          >
            {words.ask}
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  );
}
