/** A run with its output, live while it runs. */
import { Alert, Code, Group, Stack, Text } from "@mantine/core";
import { IconPencil, IconPlayerStop, IconRepeat } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { answer, api } from "../api/client";
import { useFallbackInterval, useLive } from "../live/live";
import { formatDuration } from "../texts/format";
import { ActionButton } from "../ui/actions";
import { ButtonLink } from "../ui/links";
import { Loaded, ProblemNotice } from "../ui/states";
import { useAction } from "../ui/useAction";
import { RunWatch } from "../watches/RunWatch";
import { isRepeatable, rightOf, useRunAgain } from "./again";
import { runs } from "./messages";
import { OutputPane } from "./OutputPane";
import { hasPrinted, statusWith } from "./output";
import { isOpen, runQuery, type WholeRun } from "./queries";
import { RunStatus } from "./RunStatus";
import { useRunOutput } from "./useRunOutput";

interface RunOutputProps {
  id: number;
  /** Shows the new run after "Run again"; opens its page by default. */
  onShow?: (run: number) => void;
}

export function RunOutput({ id, onShow }: RunOutputProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const show =
    onShow ??
    ((run: number) => void navigate({ to: "/runs/$runId", params: { runId: String(run) } }));
  const interval = useFallbackInterval(1_000);
  const query = useQuery({
    ...runQuery(id),
    refetchInterval: ({ state }) => (!state.data || isOpen(state.data) ? interval : false),
  });
  const { output, done, problem } = useRunOutput(id);
  const prints = hasPrinted(output);
  const reread = () => void client.invalidateQueries({ queryKey: runQuery(id).queryKey });
  useLive([`run:${id}`], [runQuery(id).queryKey], ({ type }) => {
    if (type !== "run.output") reread();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first output and the last are what ask
  useEffect(reread, [prints, done]);
  return (
    <Loaded query={query}>
      {(run) => (
        <Stack gap="md">
          <RunHead run={{ ...run, status: statusWith(run.status, output) }} onShow={show} />
          {run.problem && <Alert color="red">{run.problem}</Alert>}
          {run.truncated && <Alert color="yellow">{runs.truncated}</Alert>}
          {problem && <ProblemNotice error={problem} />}
          <OutputPane
            title={runs.stdout}
            text={output.stdout.text}
            done={done}
            live={isOpen(run)}
            fileName={`run-${id}-stdout.txt`}
          />
          {(output.stderr.text !== "" || (done && run.status === "failed")) && (
            <OutputPane
              title={runs.stderr}
              text={output.stderr.text}
              bad
              done={done}
              live={isOpen(run)}
              fileName={`run-${id}-stderr.txt`}
            />
          )}
        </Stack>
      )}
    </Loaded>
  );
}

function RunHead({ run, onShow }: { run: WholeRun; onShow: (run: number) => void }) {
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
        {isOpen(run) && <RunWatch id={run.id} />}
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
        {isRepeatable(run) && !isOpen(run) && <Repeating run={run} onShow={onShow} />}
      </Group>
    </Group>
  );
}

function Repeating({ run, onShow }: { run: WholeRun; onShow: (run: number) => void }) {
  const again = useRunAgain(onShow);
  return (
    <>
      <ActionButton
        size="xs"
        variant="default"
        right={rightOf(run)}
        blocked={run.request ? undefined : runs.againUnknown}
        leftSection={<IconRepeat size={15} />}
        loading={again.isPending}
        onClick={() => again.mutate(run.id)}
      >
        {runs.again}
      </ActionButton>
      <ButtonLink
        size="xs"
        variant="default"
        leftSection={<IconPencil size={15} />}
        to="/agents/$agentId/run"
        params={{ agentId: run.agent_id }}
        // What it printed stays beside the form.
        search={{ again: String(run.id), run: String(run.id) }}
      >
        {runs.edit}
      </ButtonLink>
    </>
  );
}
