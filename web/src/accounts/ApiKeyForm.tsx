import { Checkbox, MultiSelect, Select, TagsInput, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { answer, api, type Schema } from "../api/client";
import { clientsQuery, siteChoices } from "../clients/queries";
import { seen } from "../conflicts/asking";
import { useMe, useRights } from "../session/me";
import { allows, rightGroups } from "../session/rights";
import { FormDialog } from "../ui/FormDialog";
import { ui } from "../ui/messages";
import { useAction } from "../ui/useAction";
import { useProblem } from "../ui/useProblem";
import { type ApiKeyValues, apiKeyBody, localTime } from "./apiKeyValues";
import { apiKeys as words } from "./messages";
import { type ApiKey, keysQuery, usersQuery } from "./queries";

interface ApiKeyFormProps {
  /** The key to change; a new one when there is none. */
  apiKey?: ApiKey;
  onCreated: (key: Schema<"ApiKeyWithSecret">) => void;
  onClose: () => void;
}

const RIGHTS = rightGroups.map((group) => ({
  group: group.name,
  items: group.rights.map((right) => ({ value: right, label: allows[right] })),
}));

export function ApiKeyForm({ apiKey, onCreated, onClose }: ApiKeyFormProps) {
  const me = useMe();
  const { surely } = useRights();
  const { data: users = [] } = useQuery({ ...usersQuery, enabled: surely("can_list_accounts") });
  const { data: clients = [] } = useQuery({ ...clientsQuery, enabled: surely("can_list_clients") });
  const [opened] = useState(apiKey?.modified_time);
  const form = useForm<ApiKeyValues>({
    initialValues: {
      name: apiKey?.name ?? "",
      user: apiKey ? String(apiKey.user) : me ? String(me.id) : null,
      expiration: localTime(apiKey?.expiration),
      read_only: apiKey?.read_only ?? false,
      rights: apiKey?.rights ?? [],
      clients: (apiKey?.clients ?? []).map(String),
      sites: (apiKey?.sites ?? []).map(String),
      networks: apiKey?.networks ?? [],
    },
  });
  const { problem, show } = useProblem(form);
  const create = useAction({
    act: (values: ApiKeyValues) =>
      answer(api.POST("/accounts/apikeys/", { body: apiKeyBody(values) })),
    refresh: [keysQuery.queryKey],
    onDone: onCreated,
    onProblem: show,
  });
  const update = useAction({
    act: (values: ApiKeyValues) => {
      const params = { path: { id: apiKey?.id ?? 0 } };
      const headers = seen(opened);
      return answer(
        api.PUT("/accounts/apikeys/{id}/", { params, headers, body: apiKeyBody(values) }),
      );
    },
    done: (saved) => words.saved(saved.name),
    refresh: [keysQuery.queryKey],
    onDone: onClose,
    onProblem: show,
  });
  const choices = users.length > 0 ? users : me ? [me] : [];
  return (
    <FormDialog
      title={apiKey ? words.edit(apiKey.name) : words.add}
      submit={apiKey ? ui.save : ui.create}
      size="lg"
      busy={create.isPending || update.isPending}
      dirty={form.isDirty()}
      errors={form.errors}
      problem={problem}
      onSubmit={form.onSubmit((values) => (apiKey ? update : create).mutate(values))}
      onClose={onClose}
    >
      <TextInput label={words.name} required data-autofocus {...form.getInputProps("name")} />
      <Select
        label={words.user}
        description={words.userHint}
        data={choices.map((user) => ({ value: String(user.id), label: user.username }))}
        searchable
        required
        allowDeselect={false}
        {...form.getInputProps("user")}
      />
      <TextInput
        label={words.expiration}
        description={words.expirationHint}
        type="datetime-local"
        {...form.getInputProps("expiration")}
      />
      <Checkbox label={words.readOnly} {...form.getInputProps("read_only", { type: "checkbox" })} />
      <MultiSelect
        label={words.rights}
        description={words.rightsHint}
        data={RIGHTS}
        searchable
        clearable
        {...form.getInputProps("rights")}
      />
      <MultiSelect
        label={words.clients}
        data={clients.map((client) => ({ value: String(client.id), label: client.name }))}
        searchable
        clearable
        {...form.getInputProps("clients")}
      />
      <MultiSelect
        label={words.sites}
        data={siteChoices(clients)}
        searchable
        clearable
        {...form.getInputProps("sites")}
      />
      <TagsInput
        label={words.networks}
        description={words.networksHint}
        {...form.getInputProps("networks")}
      />
    </FormDialog>
  );
}
