/** Notes on the computer. */
import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAgentId } from "../agents/useAgentId";
import { answer, api } from "../api/client";
import { useLiveQueries } from "../live/live";
import { plainText } from "../terminal/terminal";
import { ActionButton, IconAction } from "../ui/actions";
import { ConfirmDialog } from "../ui/ConfirmDialog";
import { useDialog } from "../ui/dialog";
import { Ago } from "../ui/Moment";
import { ui } from "../ui/messages";
import { Panel } from "../ui/Page";
import { Empty, Loaded } from "../ui/states";
import { useAction } from "../ui/useAction";
import { useLeaveGuard } from "../ui/useLeaveGuard";
import { notes as words } from "./messages";
import { type Note, notesQuery } from "./queries";

export default function NotesTab() {
  const agentId = useAgentId();
  const query = useQuery(notesQuery(agentId));
  const dialog = useDialog();
  useLiveQueries(["notes"], [notesQuery(agentId).queryKey]);
  const remove = useAction({
    act: (id: number) => answer(api.DELETE("/agents/notes/{id}/", { params: { path: { id } } })),
    done: words.removed,
    refresh: [notesQuery(agentId).queryKey],
    onDone: dialog.close,
  });
  const doomed = dialog.open?.name === "delete-note" ? Number(dialog.open.subject) : null;
  return (
    <Stack gap="md" maw={900}>
      <NewNote agentId={agentId} />
      <Loaded query={query}>
        {(all) =>
          all.length === 0 ? (
            <Empty title={words.none} hint={words.noneHint} />
          ) : (
            <Stack gap="sm">
              {all.map((note) => (
                <NotePanel
                  key={note.id}
                  note={note}
                  agentId={agentId}
                  onRemove={() => dialog.show("delete-note", note.id)}
                />
              ))}
            </Stack>
          )
        }
      </Loaded>
      {doomed !== null && (
        <ConfirmDialog
          title={words.removeTitle}
          targets={[]}
          action={ui.remove}
          busy={remove.isPending}
          onConfirm={() => remove.mutate(doomed)}
          onClose={dialog.close}
        >
          {words.removeText}
        </ConfirmDialog>
      )}
    </Stack>
  );
}

function NewNote({ agentId }: { agentId: string }) {
  const [text, setText] = useState("");
  useLeaveGuard(text.trim() !== "");
  const add = useAction({
    act: () => {
      const params = { path: { agent_id: agentId } };
      return answer(api.POST("/agents/{agent_id}/notes/", { params, body: { note: text } }));
    },
    done: words.added,
    refresh: [notesQuery(agentId).queryKey],
    onDone: () => setText(""),
  });
  return (
    <Panel>
      <Stack gap="sm">
        <Textarea
          label={words.write}
          autosize
          minRows={3}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group>
          <ActionButton
            right="can_manage_notes"
            loading={add.isPending}
            blocked={text.trim() === "" ? words.noneHint : undefined}
            onClick={() => add.mutate()}
          >
            {words.add}
          </ActionButton>
        </Group>
      </Stack>
    </Panel>
  );
}

interface NotePanelProps {
  note: Note;
  agentId: string;
  onRemove: () => void;
}

function NotePanel({ note, agentId, onRemove }: NotePanelProps) {
  const [draft, setDraft] = useState<string | null>(null);
  // A note may be the output of a command, with codes for colours in it.
  const text = plainText(note.note);
  const save = useAction({
    act: (written: string) => {
      const params = { path: { id: note.id } };
      return answer(api.PUT("/agents/notes/{id}/", { params, body: { note: written } }));
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
