/** Chooses what an agent or check depends on. */
import { Select, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useRights } from "../session/me";
import { FormDialog } from "../ui/FormDialog";
import { useAction } from "../ui/useAction";
import { useProblem } from "../ui/useProblem";
import { dependencies as words } from "./messages";
import {
  AFTER_SAVING,
  agentChoicesQuery,
  checkChoicesQuery,
  dependencyQuery,
  saveDependency,
} from "./queries";
import {
  agentChoices,
  bodyOf,
  checkChoices,
  type Dependency,
  type Subject,
  type Values,
  valuesOf,
} from "./values";

interface DependencyFormProps {
  subject: Subject;
  /** What people call it. */
  name: string;
  /** Whether it is a check of a policy. */
  isOfPolicy?: boolean;
  onClose: () => void;
}

/** Opens once it is known what is chosen now. */
export function DependencyForm(props: DependencyFormProps) {
  const { data } = useQuery(dependencyQuery(props.subject));
  return data ? <Form {...props} stored={data} /> : null;
}

function Form(props: DependencyFormProps & { stored: Dependency }) {
  const { subject, name, isOfPolicy, onClose, stored } = props;
  const form = useForm<Values>({ initialValues: valuesOf(stored) });
  const { problem, show } = useProblem(form);
  const save = useAction({
    act: (values: Values) => saveDependency(subject, bodyOf(values)),
    done: words.saved(name),
    refresh: AFTER_SAVING,
    onDone: onClose,
    onProblem: show,
  });
  const { agent } = form.getValues();
  return (
    <FormDialog
      title={words.formTitle(name)}
      busy={save.isPending}
      dirty={form.isDirty()}
      errors={form.errors}
      problem={problem}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      onClose={onClose}
    >
      <Text size="sm">{words.formText}</Text>
      {isOfPolicy && <Text size="sm">{words.formPolicyText}</Text>}
      <AgentChoice
        stored={stored}
        subject={subject}
        value={agent}
        error={form.errors.agent}
        onChange={(next) => form.setValues({ agent: next, check: null })}
      />
      {agent && (
        <CheckChoice
          agentId={agent}
          subject={subject}
          value={form.getValues().check}
          error={form.errors.check}
          onChange={(next) => form.setFieldValue("check", next)}
        />
      )}
    </FormDialog>
  );
}

interface ChoiceProps {
  subject: Subject;
  value: string | null;
  error: ReactNode;
  onChange: (value: string | null) => void;
}

function AgentChoice({ stored, subject, ...input }: ChoiceProps & { stored: Dependency }) {
  const [search, setSearch] = useState(stored.hostname ?? "");
  const [asked] = useDebouncedValue(search, 150);
  const { data } = useQuery(agentChoicesQuery(asked));
  return (
    <Select
      label={words.agent}
      description={words.agentHint}
      placeholder={words.nothing}
      data-autofocus
      searchable
      clearable
      data={agentChoices(data?.results ?? [], stored, subject)}
      // The server has filtered already, by more than the host's name.
      filter={({ options }) => options}
      searchValue={search}
      onSearchChange={setSearch}
      {...input}
    />
  );
}

function CheckChoice({ agentId, subject, ...input }: ChoiceProps & { agentId: string }) {
  const { may } = useRights();
  const { data = [] } = useQuery({
    ...checkChoicesQuery(agentId),
    enabled: may("can_list_checks"),
  });
  return (
    <Select
      label={words.check}
      description={words.checkHint}
      placeholder={words.anyCheck}
      searchable
      clearable
      data={checkChoices(data, subject)}
      {...input}
    />
  );
}
