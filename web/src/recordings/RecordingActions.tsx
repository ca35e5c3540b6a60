/** What can be done with a recording as a whole. */

import { IconDownload, IconTrash } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import type { Schema } from "../api/client";
import { ActionButton } from "../ui/actions";
import { DeleteDialog } from "../ui/DeleteDialog";
import { useDialog } from "../ui/dialog";
import { saveBlob } from "../ui/saveFile";
import { useAction } from "../ui/useAction";
import { fileName } from "./fileName";
import { recordings as words } from "./messages";
import { deleteRecording, readFile } from "./queries";

export function RecordingActions({ recording }: { recording: Schema<"Recording"> }) {
  const { id, hostname } = recording;
  const navigate = useNavigate();
  const dialog = useDialog();
  const download = useAction({
    act: () => readFile(id),
    onDone: (file) => saveBlob(fileName(recording), file),
  });
  return (
    <>
      <ActionButton
        right="can_view_recordings"
        variant="default"
        leftSection={<IconDownload size={16} />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        {words.download}
      </ActionButton>
      <ActionButton
        right="can_do_server_maint"
        variant="default"
        leftSection={<IconTrash size={16} />}
        onClick={() => dialog.show("delete-recording")}
      >
        {words.removeShort}
      </ActionButton>
      {dialog.open?.name === "delete-recording" && (
        <DeleteDialog
          action={words.remove}
          name={hostname}
          act={() => deleteRecording(id)}
          done={words.removed}
          refresh={[["recordings", "list"]]}
          onDone={() => void navigate({ to: "/recordings" })}
          onClose={dialog.close}
        >
          {words.removeText}
        </DeleteDialog>
      )}
    </>
  );
}
