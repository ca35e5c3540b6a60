/** Makes or changes a template, in five steps that can be opened in any order. */
import { Badge, Group, Stack, Tabs } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconDeviceFloppy } from "@tabler/icons-react";
import { useMemo } from "react";
import type { AlertTemplate } from "../templateChoice/queries";
import { ActionButton } from "../ui/actions";
import { FormProblems } from "../ui/FormProblems";
import { ProblemNotice } from "../ui/states";
import { useFilter } from "../ui/useFilter";
import { useFresh } from "../ui/useFresh";
import { ActionsStep } from "./ActionsStep";
import type { TemplateForm } from "./form";
import { GeneralStep } from "./GeneralStep";
import { KindStep } from "./KindStep";
import { form as labels, steps, templates as words } from "./messages";
import { problemsIn, STEPS, type Step, stepNamed, stepWithProblem } from "./steps";
import { useSaveTemplate } from "./useSaveTemplate";
import { type TemplateValues, valuesOf } from "./values";

interface TemplateEditorProps {
  /** The template to change; a new one when there is none. */
  stored?: AlertTemplate;
  /** The template that a new one begins as a copy of. */
  model?: AlertTemplate | undefined;
  onSaved: (saved: AlertTemplate) => void;
  onDirty: (dirty: boolean) => void;
}

export function TemplateEditor({ stored, model, onSaved, onDirty }: TemplateEditorProps) {
  const [word, setWord] = useFilter("step");
  const step = stepNamed(word);
  const values = useMemo(() => (stored ? valuesOf(stored) : copyOf(model)), [stored, model]);
  const form = useForm<TemplateValues>({
    initialValues: values,
    onValuesChange: () => onDirty(form.isDirty()),
  });
  useFresh(form, values);
  const { problem, save, submit } = useSaveTemplate({
    stored,
    form,
    onErrors: (errors) => setWord(stepWithProblem(errors, step)),
    onSaved: (saved) => {
      onDirty(false);
      onSaved(saved);
    },
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="md">
        {problem && <ProblemNotice error={problem} />}
        <Tabs value={step} onChange={(next) => setWord(next)} keepMounted={false}>
          <Tabs.List aria-label={labels.steps}>
            {STEPS.map((one, place) => (
              <StepTab key={one} step={one} place={place} problems={problemsIn(form.errors)[one]} />
            ))}
          </Tabs.List>
          {STEPS.map((one) => (
            <Tabs.Panel key={one} value={one} pt="md">
              <StepFields step={one} form={form} stored={stored} />
            </Tabs.Panel>
          ))}
        </Tabs>
        <Group justify="flex-end" gap="sm">
          <FormProblems errors={form.errors} />
          <ActionButton
            right="can_manage_alerttemplates"
            leftSection={<IconDeviceFloppy size={16} />}
            loading={save.isPending}
            onClick={submit}
          >
            {words.save}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  );
}

function copyOf(model: AlertTemplate | undefined): TemplateValues {
  const values = valuesOf(model);
  return model ? { ...values, name: words.copyName(model.name), owner_clients: null } : values;
}

function StepTab({ step, place, problems }: { step: Step; place: number; problems: number }) {
  const wrong = problems > 0 && (
    <Badge size="sm" color="red" tt="none">
      {labels.problems(problems)}
    </Badge>
  );
  return (
    <Tabs.Tab value={step} rightSection={wrong}>
      {place + 1}. {steps[step]}
    </Tabs.Tab>
  );
}

interface StepFieldsProps {
  step: Step;
  form: TemplateForm;
  stored: AlertTemplate | undefined;
}

function StepFields({ step, form, stored }: StepFieldsProps) {
  switch (step) {
    case "general":
      return <GeneralStep form={form} />;
    case "agents":
      return <KindStep form={form} kind="agent" />;
    case "checks":
      return <KindStep form={form} kind="check" />;
    case "tasks":
      return <KindStep form={form} kind="task" />;
    case "actions":
      return <ActionsStep form={form} stored={stored} />;
  }
}
