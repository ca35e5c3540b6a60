import { Select, TextInput } from "@mantine/core";
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
import { type Client, clientsQuery, type Site } from "./queries";

type SiteFormProps =
  /** A new site of this client. */
  | { client: Client; site?: undefined; all?: undefined; onClose: () => void }
  /** This site; it may move to any other client. */
  | { site: Site; all: Client[]; client?: undefined; onClose: () => void };

interface Values {
  name: string;
  client: string;
  enrolment_approval: Site["enrolment_approval"];
  alert_template: number | null;
}

export function SiteForm({ client, site, all, onClose }: SiteFormProps) {
  const { definitions, drafts, entries, isEdited, edit } = useDrafts("site", site?.custom_fields);
  const owner = site ? site.client : client.id;
  const [opened] = useState(site?.modified_time);
  const form = useForm<Values>({
    initialValues: {
      name: site?.name ?? "",
      client: String(owner),
      enrolment_approval: site?.enrolment_approval ?? "off",
      alert_template: site?.alert_template ?? null,
    },
  });
  const { problem, show } = useProblem(form, "site.", isInputName);

  const save = useAction({
    act: ({ alert_template, ...values }: Values) => {
      const template = form.isDirty("alert_template") ? { alert_template } : {};
      const fields = { ...values, ...template, client: Number(values.client) };
      if (!site) {
        const body = { site: fields, custom_fields: entries };
        return answer(api.POST("/clients/sites/", { body }));
      }
      const body = { site: fields, custom_fields: entries };
      const params = { path: { id: site.id } };
      return answer(api.PUT("/clients/sites/{id}/", { params, headers: seen(opened), body }));
    },
    done: (saved) => (site ? words.saved(saved.name) : words.added(saved.name)),
    refresh: [clientsQuery.queryKey, ["agents"], ["alertTemplates"], ["effective"]],
    onDone: onClose,
    onProblem: (refusal) => show(namedByField(refusal, entries, definitions)),
  });

  return (
    <FormDialog
      title={site ? words.editSite(site.name) : words.addSiteTo(client.name)}
      submit={site ? ui.save : ui.create}
      busy={save.isPending}
      dirty={form.isDirty() || isEdited}
      errors={form.errors}
      problem={problem}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      onClose={onClose}
    >
      <TextInput label={words.name} required data-autofocus {...form.getInputProps("name")} />
      {site && (
        <Select
          label={words.client}
          data={all.map((one) => ({ value: String(one.id), label: one.name }))}
          allowDeselect={false}
          searchable
          {...form.getInputProps("client")}
        />
      )}
      <Select
        label={words.approval}
        description={words.approvalHint}
        data={Object.entries(words.approvals).map(([value, label]) => ({ value, label }))}
        allowDeselect={false}
        {...form.getInputProps("enrolment_approval")}
      />
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
