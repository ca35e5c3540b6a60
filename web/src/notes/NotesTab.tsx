/** Notes on the computer. */
import { Group, Stack, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAgentId } from "../agents/useAgentId";
import { answer, api } from "../api/client";
import { useLiveQueries } from "../live/live";
import { ActionButton } from "../ui/actions";
import { ConfirmDialog } from "../ui/ConfirmDialog";
import { useDialog } from "../ui/dialog";
import { ui } from "../ui/messages";
import { Panel } from "../ui/Page";
import { Empty, Loaded } from "../ui/states";
import { useAction } from "../ui/useAction";
import { useLeaveGuard } from "../ui/useLeaveGuard";
import { notes as words } from "./messages";
import { NotePanel } from "./NotePanel";
import { notesQuery } from "./queries";

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
  const toDelete = dialog.open?.name === "delete-note" ? Number(dialog.open.subject) : null;
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
      {toDelete !== null && (
        <ConfirmDialog
          title={words.removeTitle}
          targets={[]}
          action={ui.remove}
          busy={remove.isPending}
          onConfirm={() => remove.mutate(toDelete)}
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
