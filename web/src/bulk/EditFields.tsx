/** What to change of many agents at once; what is left empty stays as it is. */
import { Group, Select, Stack } from "@mantine/core";
import type { FormErrors } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { agents } from "../agents/messages";
import type { Schema } from "../api/client";
import { clientsQuery, siteChoices } from "../clients/queries";
import { policiesQuery, policyChoices } from "../policies/queries";
import { useRights } from "../session/me";
import { CustomFieldEntries } from "./CustomFieldEntries";
import { bulk as words } from "./messages";
import type { BulkBody } from "./queries";

type Changes = Pick<
  Schema<"UpdateAgent">,
  "site" | "policy" | "monitoring_type" | "block_policy_inheritance" | "custom_fields"
>;

interface EditFieldsProps {
  fields: Partial<BulkBody>;
  /** What is wrong, by the names of the fields. */
  errors: FormErrors;
  onChange: (fields: Partial<BulkBody>) => void;
}

/** The choice that removes a policy; keys of policies are numbers. */
const NO_POLICY = "none";

export function EditFields({ fields, errors, onChange }: EditFieldsProps) {
  const { surely } = useRights();
  const { data: clients = [] } = useQuery(clientsQuery);
  const { data: policies = [] } = useQuery({
    ...policiesQuery,
    enabled: surely("can_list_automation_policies"),
  });
  const changes = (fields.fields ?? {}) as Changes;
  const change = (next: Changes) => onChange({ ...fields, fields: known(next) });
  const shared = { placeholder: words.unchanged, clearable: true } as const;
  return (
    <Stack gap="sm">
      <Select
        label={words.site}
        data={siteChoices(clients)}
        searchable
        {...shared}
        value={changes.site ? String(changes.site) : null}
        error={errors["fields.site"]}
        onChange={(site) => change({ ...changes, site: site ? Number(site) : undefined })}
      />
      <Select
        label={words.policy}
        data={[{ value: NO_POLICY, label: words.noPolicy }, ...policyChoices(policies)]}
        searchable
        {...shared}
        value={changes.policy === null ? NO_POLICY : changes.policy ? String(changes.policy) : null}
        error={errors["fields.policy"]}
        onChange={(policy) => change({ ...changes, policy: policyOf(policy) })}
      />
      <Group grow align="flex-start">
        <Select
          label={words.inheritance}
          data={[
            { value: "false", label: words.inherits },
            { value: "true", label: words.inheritsNothing },
          ]}
          {...shared}
          value={changes.block_policy_inheritance?.toString() ?? null}
          error={errors["fields.block_policy_inheritance"]}
          onChange={(block) =>
            change({ ...changes, block_policy_inheritance: block ? block === "true" : undefined })
          }
        />
        <Select
          label={words.monitoringType}
          data={[
            { value: "server", label: agents.server },
            { value: "workstation", label: agents.workstation },
          ]}
          {...shared}
          value={changes.monitoring_type ?? null}
          error={errors["fields.monitoring_type"]}
          onChange={(type) => change({ ...changes, monitoring_type: type ?? undefined })}
        />
      </Group>
      <CustomFieldEntries
        entries={changes.custom_fields ?? []}
        errors={errors}
        onChange={(custom_fields) => change({ ...changes, custom_fields })}
      />
    </Stack>
  );
}

function policyOf(choice: string | null): number | null | undefined {
  if (choice === null) return undefined;
  return choice === NO_POLICY ? null : Number(choice);
}

/** Without fields that stay as they are. */
function known(changes: Changes): Record<string, never> {
  const changed = Object.entries(changes).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(changed) as Record<string, never>;
}
