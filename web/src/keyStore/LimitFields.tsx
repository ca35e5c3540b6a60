/** What may use a value: clients, scripts, and code that is written for one run. */
import { Checkbox, MultiSelect } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { clientsQuery } from "../clients/queries";
import { scriptsQuery } from "../scripts/queries";
import { choices, type KeyValues } from "./limits";
import { keyStore as words } from "./messages";

export function LimitFields({ form }: { form: UseFormReturnType<KeyValues> }) {
  const { data: clients = [] } = useQuery(clientsQuery);
  const { data: scripts = [] } = useQuery(scriptsQuery(true));
  return (
    <>
      <MultiSelect
        label={words.clients}
        description={words.clientsHint}
        data={choices(clients, form.values.allowed_clients)}
        searchable
        clearable
        {...form.getInputProps("allowed_clients")}
      />
      <MultiSelect
        label={words.scripts}
        description={words.scriptsHint}
        data={choices(scripts, form.values.allowed_scripts)}
        searchable
        clearable
        {...form.getInputProps("allowed_scripts")}
      />
      <Checkbox
        label={words.adhoc}
        description={words.adhocHint}
        {...form.getInputProps("allow_adhoc", { type: "checkbox" })}
      />
    </>
  );
}
