/** Runs the code in the editor on one agent, beside the editor. */
import { Stack, TagsInput, Text } from "@mantine/core";
import { IconPlayerPlay } from "@tabler/icons-react";
import { useState } from "react";
import { AgentSelect } from "../agents/AgentSelect";
import { startTest } from "../runs/launch";
import { RunOutput } from "../runs/RunOutput";
import { ActionButton } from "../ui/actions";
import { useAction } from "../ui/useAction";
import { useFilters } from "../ui/useFilter";
import type { ScriptValues } from "./form";
import { scripts as words } from "./messages";
import { runTimeout } from "./timeout";

export function TestPanel({ values }: { values: ScriptValues }) {
  const [filters, setFilters] = useFilters();
  const [args, setArgs] = useState(values.args);
  const agent = filters.agent ?? null;
  const run = useAction({
    act: (agentId: string) =>
      startTest(agentId, {
        code: values.script_body,
        shell: values.shell,
        timeout: runTimeout(values.default_timeout),
        args,
        env_vars: values.env_vars,
        run_as_user: values.run_as_user,
      }),
    onDone: (id) => setFilters({ run: String(id) }),
  });
  return (
    <Stack gap="sm">
      <AgentSelect
        label={words.testAgent}
        value={agent}
        onChange={(next) => setFilters({ agent: next ?? undefined, run: undefined })}
      />
      <TagsInput
        label={words.args}
        allowDuplicates
        splitChars={[]}
        value={args}
        onChange={setArgs}
      />
      <ActionButton
        right="can_run_adhoc_code"
        blocked={agent ? undefined : words.testOffline}
        leftSection={<IconPlayerPlay size={16} />}
        loading={run.isPending}
        onClick={() => agent && run.mutate(agent)}
      >
        {words.testRun}
      </ActionButton>
      <Text size="xs" c="dimmed">
        {words.testHint}
      </Text>
      {filters.run && <RunOutput id={Number(filters.run)} />}
    </Stack>
  );
}
