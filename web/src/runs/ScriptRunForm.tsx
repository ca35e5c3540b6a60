import { Checkbox, Group, NumberInput, Select, Stack, TagsInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconPlayerPlay } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { Schema } from "../api/client";
import * as rules from "../api/rules.gen";
import { asWord } from "../api/word";
import { definitionsQuery } from "../customFields/queries";
import { scriptChoices, scriptsQuery } from "../scripts/queries";
import { runTimeout } from "../scripts/timeout";
import { ActionButton } from "../ui/actions";
import { FormProblems } from "../ui/FormProblems";
import { ProblemNotice } from "../ui/states";
import { useAction } from "../ui/useAction";
import { useProblem } from "../ui/useProblem";
import type { StartFormProps } from "./CommandForm";
import { hiddenVariables, type ScriptValues, scriptValues } from "./former";
import { startScript } from "./launch";
import { running as words } from "./messages";

const MODES = Object.entries(words.modes).map(([value, label]) => ({ value, label }));

function bodyOf(values: ScriptValues): Schema<"RunScript"> {
  return {
    script: Number(values.script),
    args: values.args,
    env_vars: values.env_vars,
    run_as_user: values.run_as_user,
    output: asWord(values.output),
    queue_hours: values.queue_hours,
    ...(values.timeout !== "" && { timeout: Number(values.timeout) }),
    ...(values.output === "collector" && {
      custom_field: Number(values.custom_field),
      save_all_output: values.save_all_output,
    }),
  };
}

export function ScriptRunForm({ agent, former, onStart }: StartFormProps) {
  const { data: scripts = [] } = useQuery(scriptsQuery());
  const { data: definitions = [] } = useQuery(definitionsQuery);
  const form = useForm({ initialValues: scriptValues(former) });
  const hidden = hiddenVariables(former);
  const { problem, show, clear } = useProblem(form);
  const start = useAction({
    act: (values: ScriptValues) => startScript(agent.agent_id, bodyOf(values)),
    onDone: (run) => {
      clear();
      onStart(run);
    },
    refresh: [["runs", "list"], ["pendingActions"]],
    onProblem: show,
  });
  const pick = (value: string | null) => {
    const script = scripts.find((one) => String(one.id) === value);
    form.setValues({
      script: value ?? "",
      args: script?.args ?? [],
      env_vars: script?.env_vars ?? [],
      timeout: script ? runTimeout(script.default_timeout) : "",
      run_as_user: script?.run_as_user ?? false,
    });
  };
  const offline = agent.status !== "online";
  const { output } = form.values;
  const waits = output === "forget" || output === "email";
  return (
    <form onSubmit={form.onSubmit((values) => start.mutate(values))}>
      <Stack gap="sm">
        {problem && <ProblemNotice error={problem} />}
        <Select
          label={words.pick}
          placeholder={words.pickHint}
          data={scriptChoices(scripts, agent.plat)}
          searchable
          required
          maxDropdownHeight={360}
          {...form.getInputProps("script")}
          onChange={pick}
        />
        <TagsInput
          label={words.args}
          placeholder={words.argsHint}
          allowDuplicates
          splitChars={[]}
          {...form.getInputProps("args")}
        />
        <TagsInput
          label={words.env}
          placeholder={words.envHint}
          description={hidden.length > 0 && words.enterAgain(hidden.join(", "))}
          splitChars={[]}
          {...form.getInputProps("env_vars")}
        />
        <Group gap="sm" align="flex-start" grow>
          <Select
            label={words.result}
            data={MODES}
            allowDeselect={false}
            {...form.getInputProps("output")}
          />
          <NumberInput
            label={words.timeLimit}
            {...rules.RunScript.timeout}
            {...form.getInputProps("timeout")}
          />
        </Group>
        {output === "collector" && (
          <>
            <Select
              label={words.field}
              data={definitions.map((one) => ({ value: String(one.id), label: one.name }))}
              searchable
              required
              {...form.getInputProps("custom_field")}
            />
            <Checkbox
              label={words.wholeOutput}
              {...form.getInputProps("save_all_output", { type: "checkbox" })}
            />
          </>
        )}
        {waits && offline && (
          <NumberInput
            label={words.queueHours}
            {...rules.RunScript.queue_hours}
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
              right="can_run_scripts"
              leftSection={<IconPlayerPlay size={16} />}
              loading={start.isPending}
              onClick={form.onSubmit((values) => start.mutate(values))}
            >
              {offline && waits ? words.queue : words.run}
            </ActionButton>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}
