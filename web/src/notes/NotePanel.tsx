/** One note, read or edited in place. */
import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { answer, api } from "../api/client";
import { seen } from "../conflicts/asking";
import { useSeen } from "../conflicts/useSeen";
import { plainText } from "../terminal/terminal";
import { IconAction } from "../ui/actions";
import { Ago } from "../ui/Moment";
import { ui } from "../ui/messages";
import { Panel } from "../ui/Page";
import { useAction } from "../ui/useAction";
import { useLeaveGuard } from "../ui/useLeaveGuard";
import { notes as words } from "./messages";
import { type Note, notesQuery } from "./queries";

export function NotePanel({ note, agentId, onRemove }: NotePanelProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const opened = useSeen(note, draft !== null);
  // A note may be the output of a command, with codes for colours in it.
  const text = plainText(note.note);
  const save = useAction({
    act: (written: string) => {
      const params = { path: { id: note.id } };
      const body = { note: written };
      const headers = seen(opened.current);
      return answer(api.PUT("/agents/notes/{id}/", { params, headers, body }));
    },
    done: words.saved,
    refresh: [notesQuery(agentId).queryKey],
    onDone: () => setDraft(null),
  });
  useLeaveGuard(draft !== null && draft !== text && !save.isPending);
  return (
    <Panel>
      <Group justify="space-between" mb={6}>
        <Text size="sm" c="dimmed">
          {note.username} · <Ago time={note.entry_time} />
        </Text>
        <Group gap={2}>
          <IconAction
            label={words.edit}
            right="can_manage_notes"
            size="sm"
            onClick={() => setDraft(text)}
          >
            <IconPencil size={15} />
          </IconAction>
          <IconAction label={words.remove} right="can_manage_notes" size="sm" onClick={onRemove}>
            <IconTrash size={15} />
          </IconAction>
        </Group>
      </Group>
      {draft === null ? (
        <Text style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>{text}</Text>
      ) : (
        <Stack gap="sm">
          <Textarea
            aria-label={words.edit}
            autosize
            minRows={3}
            autoFocus
            value={draft}
            onChange={(event) => setDraft(event.currentTarget.value)}
          />
          <Group gap="xs">
            <Button size="xs" loading={save.isPending} onClick={() => save.mutate(draft)}>
              {ui.save}
            </Button>
            <Button size="xs" variant="default" onClick={() => setDraft(null)}>
              {ui.cancel}
            </Button>
          </Group>
        </Stack>
      )}
    </Panel>
  );
}

interface NotePanelProps {
  note: Note;
  agentId: string;
  onRemove: () => void;
}
