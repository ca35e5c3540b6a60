/** What to change of many agents at once; what is left empty stays as it is. */
import { Group, Select, Stack, Text } from "@mantine/core";
import type { FormErrors } from "@mantine/form";
import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { agents } from "../agents/messages";
import type { Schema } from "../api/client";
import { clientsQuery, siteChoices } from "../clients/queries";
import { draftOfEntry, emptyDraft, entryOf } from "../customFields/drafts";
import { FieldInput } from "../customFields/FieldInput";
import { definitionsOf } from "../customFields/queries";
import { policiesQuery, policyChoices } from "../policies/queries";
import { useRights } from "../session/me";
import { IconAction } from "../ui/actions";
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

/** How the server names an entry of the custom fields, up to its place. */
const ENTRY = "fields.custom_fields[";

/** The choice that takes a policy away; keys of policies are numbers. */
const NO_POLICY = "none";

export const isEntryName = (name: string) => name.startsWith(ENTRY);

export function EditFields({ fields, errors, onChange }: EditFieldsProps) {
  const { may } = useRights();
  const { data: clients = [] } = useQuery(clientsQuery);
  const { data: policies = [] } = useQuery({
    ...policiesQuery,
    enabled: may("can_list_automation_policies"),
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
      <CustomFields
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

/** Without what is not to change. */
function known(changes: Changes): Record<string, never> {
  const said = Object.entries(changes).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(said) as Record<string, never>;
}

type Entry = Schema<"CustomFieldEntry">;

/** What is wrong with one entry, whichever of its values is meant. */
function entryError(errors: FormErrors, place: number): string | undefined {
  const path = `${ENTRY}${place}]`;
  const wrong = Object.keys(errors).find((name) => name.startsWith(path));
  return wrong && errors[wrong] ? String(errors[wrong]) : undefined;
}

interface CustomFieldsProps {
  entries: Entry[];
  errors: FormErrors;
  onChange: (entries: Entry[]) => void;
}

/** Only the fields that are picked are written; an empty one is cleared. */
function CustomFields({ entries, errors, onChange }: CustomFieldsProps) {
  const { data: definitions = [] } = useQuery(definitionsOf("agent"));
  if (definitions.length === 0) return null;
  const rest = definitions.filter((one) => !entries.some((entry) => entry.field === one.id));
  const pick = (id: string | null) => {
    const definition = definitions.find((one) => String(one.id) === id);
    if (definition) onChange([...entries, entryOf(definition.id, emptyDraft(definition))]);
  };
  return (
    <Stack gap="xs" role="group" aria-label={words.customFields}>
      {entries.map((entry, place) => {
        const definition = definitions.find((one) => one.id === entry.field);
        if (!definition) return null;
        const others = entries.filter((one) => one.field !== entry.field);
        const wrong = entryError(errors, place);
        return (
          <Group key={entry.field} gap="xs" align="flex-end" wrap="nowrap">
            <div style={{ flex: 1 }}>
              <FieldInput
                definition={{ ...definition, required: false }}
                draft={draftOfEntry(entry)}
                {...(wrong ? { error: wrong } : {})}
                onChange={(draft) => {
                  const next = entryOf(definition.id, draft);
                  onChange(entries.map((one) => (one.field === definition.id ? next : one)));
                }}
              />
            </div>
            <IconAction
              size={36}
              label={words.leaveField(definition.name)}
              onClick={() => onChange(others)}
            >
              <IconX size={16} />
            </IconAction>
          </Group>
        );
      })}
      {entries.length > 0 && (
        <Text size="xs" c="dimmed">
          {words.emptyClears}
        </Text>
      )}
      {rest.length > 0 && (
        <Select
          // A new one for each pick, so that it is empty again.
          key={entries.length}
          label={words.customFields}
          placeholder={words.pickField}
          data={rest.map((one) => ({ value: String(one.id), label: one.name }))}
          searchable
          value={null}
          onChange={pick}
        />
      )}
    </Stack>
  );
}
