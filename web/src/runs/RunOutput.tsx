/** A run with its output, live while it runs. */
import { Alert, Code, Group, Stack, Text } from "@mantine/core";
import { IconPlayerStop, IconRepeat } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { answer, api } from "../api/client";
import { useAction } from "../api/queries";
import { useFallbackInterval, useLive } from "../live/live";
import { formatDuration } from "../texts/format";
import { ActionButton } from "../ui/actions";
import { ButtonLink } from "../ui/links";
import { Loaded, ProblemNotice } from "../ui/states";
import { runs } from "./messages";
import { OutputPane } from "./OutputPane";
import { isOpen, type Run, runQuery } from "./queries";
import { RunStatus } from "./RunStatus";
import { useRunOutput } from "./useRunOutput";

export function RunOutput({ id }: { id: number }) {
  const client = useQueryClient();
  const interval = useFallbackInterval(1_000);
  const query = useQuery({
    ...runQuery(id),
    refetchInterval: ({ state }) => (!state.data || isOpen(state.data) ? interval : false),
  });
  const { output, done, problem } = useRunOutput(id);
  const reread = () => void client.invalidateQueries({ queryKey: runQuery(id).queryKey });
  useLive([`run:${id}`], [runQuery(id).queryKey], ({ type }) => {
    if (type !== "run.output") reread();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end of the output is what asks
  useEffect(reread, [done]);
  return (
    <Loaded query={query}>
      {(run) => (
        <Stack gap="md">
          <RunHead run={run} />
          {run.problem && <Alert color="red">{run.problem}</Alert>}
          {run.truncated && <Alert color="yellow">{runs.truncated}</Alert>}
          {problem && <ProblemNotice error={problem} />}
          <OutputPane
            title={runs.stdout}
            text={output.stdout.text}
            done={done}
            fileName={`run-${id}-stdout.txt`}
          />
          {(output.stderr.text !== "" || (done && run.status === "failed")) && (
            <OutputPane
              title={runs.stderr}
              text={output.stderr.text}
              bad
              done={done}
              fileName={`run-${id}-stderr.txt`}
            />
          )}
        </Stack>
      )}
    </Loaded>
  );
}

function RunHead({ run }: { run: Run }) {
  const cancel = useAction({
    act: () => answer(api.POST("/runs/{id}/cancel/", { params: { path: { id: run.id } } })),
    done: runs.cancelled,
    refresh: [["runs"], ["pendingActions"]],
  });
  return (
    <Group justify="space-between" gap="sm">
      <Group gap="md">
        <RunStatus status={run.status} />
        {run.retcode !== null && run.retcode !== undefined && (
          <Text size="sm">
            {runs.returnCode} <Code fz="sm">{run.retcode}</Code>
          </Text>
        )}
        {run.execution_time !== null && run.execution_time !== undefined && (
          <Text size="sm" c="dimmed" className="numbers">
            {formatDuration(run.execution_time)}
          </Text>
        )}
      </Group>
      <Group gap="xs">
        {isOpen(run) && (
          <ActionButton
            size="xs"
            color="red"
            variant="light"
            leftSection={<IconPlayerStop size={15} />}
            loading={cancel.isPending}
            onClick={() => cancel.mutate()}
          >
            {runs.cancel}
          </ActionButton>
        )}
        {(run.type === "cmd_run" || run.type === "script_run") && !isOpen(run) && (
          <ButtonLink
            size="xs"
            variant="default"
            leftSection={<IconRepeat size={15} />}
            to="/agents/$agentId/run"
            params={{ agentId: run.agent_id }}
            search={{ again: String(run.id) }}
          >
            {runs.again}
          </ButtonLink>
        )}
      </Group>
    </Group>
  );
}
