/** The custom fields of an agent, edited in place. */
import { Button, Group, Text } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { answer, api, type Schema } from "../api/client";
import { type Draft, draftOf, entryOf, fieldValue, valueText } from "../customFields/drafts";
import { FieldInput } from "../customFields/FieldInput";
import { definitionsOf } from "../customFields/queries";
import { IconAction } from "../ui/actions";
import { Facts } from "../ui/Facts";
import { ui } from "../ui/messages";
import { Panel, PanelTitle } from "../ui/Page";
import { useAction } from "../ui/useAction";
import { agent as words } from "./messages";
import { type Agent, agentQuery } from "./queries";

type Definition = Schema<"CustomField">;

export function CustomFieldsPanel({ agent }: { agent: Agent }) {
  const { data: definitions = [] } = useQuery(definitionsOf("agent"));
  const shown = definitions.filter((definition) => !definition.hide_in_summary);
  return (
    <Panel>
      <PanelTitle>{words.customFields}</PanelTitle>
      {shown.length === 0 && (
        <Text size="sm" c="dimmed">
          {words.noCustomFields}
        </Text>
      )}
      <Facts
        facts={shown.map((definition) => [
          definition.name,
          <Field key={definition.id} agent={agent} definition={definition} />,
        ])}
      />
    </Panel>
  );
}

function Field({ agent, definition }: { agent: Agent; definition: Definition }) {
  const [editing, setEditing] = useState(false);
  const value = fieldValue(definition, agent.custom_fields);
  if (editing) {
    return (
      <Editor
        agent={agent}
        definition={definition}
        draft={draftOf(value)}
        onClose={() => setEditing(false)}
      />
    );
  }
  const text = valueText(value);
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs">
      <Text inherit c={text === "" ? "dimmed" : undefined}>
        {text === "" ? words.notSet : text}
      </Text>
      <IconAction
        label={words.editField(definition.name)}
        right="can_edit_agent"
        size="sm"
        onClick={() => setEditing(true)}
      >
        <IconPencil size={14} />
      </IconAction>
    </Group>
  );
}

interface EditorProps {
  agent: Agent;
  definition: Definition;
  draft: Draft;
  onClose: () => void;
}

function Editor({ agent, definition, draft: before, onClose }: EditorProps) {
  const [draft, setDraft] = useState(before);
  const [problem, setProblem] = useState<string>();
  const save = useAction({
    act: () => {
      const params = { path: { agent_id: agent.agent_id } };
      const body = { custom_fields: [entryOf(definition.id, draft)] };
      return answer(api.PUT("/agents/{agent_id}/", { params, body }));
    },
    done: words.fieldSaved(definition.name),
    refresh: [agentQuery(agent.agent_id).queryKey, ["agents", "fleet"]],
    onDone: onClose,
    onProblem: (next) => setProblem(Object.values(next.fields).flat().join(" ") || next.message),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <FieldInput
        definition={definition}
        draft={draft}
        onChange={setDraft}
        {...(problem ? { error: problem } : {})}
      />
      <Group gap="xs" mt={6}>
        <Button size="xs" type="submit" loading={save.isPending}>
          {ui.save}
        </Button>
        <Button size="xs" variant="default" onClick={onClose}>
          {ui.cancel}
        </Button>
      </Group>
    </form>
  );
}
