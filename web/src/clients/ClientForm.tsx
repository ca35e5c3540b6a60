import { TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { answer, api } from "../api/client";
import { seen } from "../conflicts/asking";
import { FieldInputs } from "../customFields/FieldInput";
import { isInputName, namedByField } from "../customFields/problems";
import { useDrafts } from "../customFields/useDrafts";
import { TemplateSelect } from "../templateChoice/TemplateSelect";
import { FormDialog } from "../ui/FormDialog";
import { ui } from "../ui/messages";
import { useAction } from "../ui/useAction";
import { useProblem } from "../ui/useProblem";
import { clients as words } from "./messages";
import { type Client, clientsQuery } from "./queries";

interface ClientFormProps {
  /** The client to change; a new one when there is none. */
  client?: Client;
  onClose: () => void;
}

interface Values {
  name: string;
  site: string;
  alert_template: number | null;
}

export function ClientForm({ client, onClose }: ClientFormProps) {
  const { definitions, drafts, entries, isEdited, edit } = useDrafts(
    "client",
    client?.custom_fields,
  );
  const [opened] = useState(client?.modified_time);
  const form = useForm<Values>({
    initialValues: {
      name: client?.name ?? "",
      site: "",
      alert_template: client?.alert_template ?? null,
    },
  });
  const { problem, show } = useProblem(form, "client.", isInputName);

  const save = useAction({
    act: ({ name, site, alert_template }: Values) => {
      if (!client) {
        const first = site.trim() ? { site: { name: site } } : {};
        const fields = { name, ...(alert_template !== null && { alert_template }) };
        const body = { client: fields, custom_fields: entries, ...first };
        return answer(api.POST("/clients/", { body }));
      }
      const template = form.isDirty("alert_template") ? { alert_template } : {};
      const body = { client: { name, ...template }, custom_fields: entries };
      const params = { path: { id: client.id } };
      return answer(api.PUT("/clients/{id}/", { params, headers: seen(opened), body }));
    },
    done: (saved) => (client ? words.saved(saved.name) : words.added(saved.name)),
    refresh: [clientsQuery.queryKey, ["alertTemplates"], ["effective"]],
    onDone: onClose,
    onProblem: (refusal) => show(namedByField(refusal, entries, definitions)),
  });

  return (
    <FormDialog
      title={client ? words.editClient(client.name) : words.addClient}
      submit={client ? ui.save : ui.create}
      busy={save.isPending}
      dirty={form.isDirty() || isEdited}
      errors={form.errors}
      problem={problem}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      onClose={onClose}
    >
      <TextInput label={words.name} required data-autofocus {...form.getInputProps("name")} />
      {!client && (
        <TextInput label={words.firstSite} placeholder="Default" {...form.getInputProps("site")} />
      )}
      <TemplateSelect {...form.getInputProps("alert_template")} />
      <FieldInputs
        definitions={definitions}
        drafts={drafts}
        errors={form.errors}
        onChange={(next, input) => {
          edit(next);
          form.clearFieldError(input);
        }}
      />
    </FormDialog>
  );
}
