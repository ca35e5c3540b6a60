/** Custom fields of many agents: only the fields that are picked are written, and an empty one is cleared. */
import { Group, Select, Stack, Text } from "@mantine/core";
import type { FormErrors } from "@mantine/form";
import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { Schema } from "../api/client";
import { draftOfEntry, emptyDraft, entryOf } from "../customFields/drafts";
import { FieldInput } from "../customFields/FieldInput";
import { definitionsOf } from "../customFields/queries";
import { IconAction } from "../ui/actions";
import { bulk as words } from "./messages";

export function CustomFieldEntries({ entries, errors, onChange }: CustomFieldEntriesProps) {
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

interface CustomFieldEntriesProps {
  entries: Entry[];
  errors: FormErrors;
  onChange: (entries: Entry[]) => void;
}

type Entry = Schema<"CustomFieldEntry">;

/** How the server names an entry of the custom fields, up to its place. */
const ENTRY = "fields.custom_fields[";

export const isEntryName = (name: string) => name.startsWith(ENTRY);

/** What is wrong with one entry, whichever of its values is meant. */
function entryError(errors: FormErrors, place: number): string | undefined {
  const path = `${ENTRY}${place}]`;
  const wrong = Object.keys(errors).find((name) => name.startsWith(path));
  return wrong && errors[wrong] ? String(errors[wrong]) : undefined;
}
