/** Makes a link that installs agents. */
import { Select, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { answer, api } from "../api/client";
import { clientsQuery, siteChoices } from "../clients/queries";
import { FormDialog } from "../ui/FormDialog";
import { ui } from "../ui/messages";
import { useAction } from "../ui/useAction";
import { useProblem } from "../ui/useProblem";
import { AgentTypeSelect, UsesInput } from "./installerInputs";
import { type InstallerValues, installerBody, needsSite, newInstaller } from "./installerValues";
import { KindFields } from "./KindFields";
import { deployments as words } from "./messages";
import { deploymentsQuery, type Kind } from "./queries";

export function LinkForm({ kinds, onClose }: { kinds: Kind[]; onClose: () => void }) {
  const { data: clients = [] } = useQuery(clientsQuery);
  const form = useForm<Values>({
    initialValues: { ...newInstaller(kinds, null), expires: "" },
    validate: needsSite,
  });
  const { problem, show } = useProblem(form);
  const create = useAction({
    act: ({ expires, ...values }: Values) => {
      const body = {
        ...installerBody(values),
        ...(expires && { expires: new Date(expires).toISOString() }),
      };
      return answer(api.POST("/clients/deployments/", { body }));
    },
    done: words.created,
    refresh: [deploymentsQuery.queryKey],
    onDone: onClose,
    onProblem: show,
  });
  return (
    <FormDialog
      title={words.addLink}
      submit={ui.create}
      busy={create.isPending}
      dirty={form.isDirty()}
      errors={form.errors}
      problem={problem}
      onSubmit={form.onSubmit((values) => create.mutate(values))}
      onClose={onClose}
    >
      <Select
        label={words.site}
        data={siteChoices(clients)}
        searchable
        required
        data-autofocus
        openOnFocus={false}
        {...form.getInputProps("site")}
      />
      <KindFields form={form} kinds={kinds} />
      <AgentTypeSelect {...form.getInputProps("agenttype")} />
      <TextInput
        label={words.expires}
        description={words.expiresHint}
        type="datetime-local"
        {...form.getInputProps("expires")}
      />
      <UsesInput {...form.getInputProps("max_uses")} />
    </FormDialog>
  );
}

interface Values extends InstallerValues {
  /** A date and time, or empty. */
  expires: string;
}
