/** Makes a policy "Basic monitoring" for servers or for workstations, and opens it. */
import { Radio, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useNavigate } from "@tanstack/react-router";
import { FormDialog } from "../ui/FormDialog";
import { ui } from "../ui/messages";
import { useAction } from "../ui/useAction";
import { useProblem } from "../ui/useProblem";
import { basic as words } from "./basicMessages";
import { type BasicPolicy, makeBasicPolicy } from "./queries";

interface BasicValues {
  kind: BasicPolicy["kind"];
  /** Empty for the usual one. */
  name: string;
}

export function BasicMonitoring({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const form = useForm<BasicValues>({ initialValues: { kind: "server", name: "" } });
  const { problem, show } = useProblem(form);
  const make = useAction({
    act: ({ kind, name }: BasicValues) => makeBasicPolicy({ kind, ...(name && { name }) }),
    done: ({ name }) => words.made(name),
    refresh: [["policies"], ["checks"], ["scripts"]],
    onDone: ({ id }) =>
      void navigate({ to: "/policies/$policyId/checks", params: { policyId: String(id) } }),
    onProblem: show,
  });
  return (
    <FormDialog
      title={words.title}
      submit={ui.create}
      busy={make.isPending}
      dirty={form.isDirty("name") && !make.isSuccess}
      errors={form.errors}
      problem={problem}
      onSubmit={form.onSubmit((values) => make.mutate(values))}
      onClose={onClose}
    >
      <Text size="sm">{words.about}</Text>
      <Radio.Group label={words.for} {...form.getInputProps("kind")}>
        <Stack gap="xs" mt={6}>
          {Object.entries(words.kinds).map(([value, label]) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Stack>
      </Radio.Group>
      <TextInput
        label={words.name}
        placeholder={words.names[form.values.kind]}
        {...form.getInputProps("name")}
      />
    </FormDialog>
  );
}
