/** What can be done with a stored script: download, delete, copy. */
import { Group } from "@mantine/core";
import { IconCopy, IconDownload, IconTrash } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { answer, api } from "../api/client";
import { ActionButton, IconAction } from "../ui/actions";
import { useDialog } from "../ui/dialog";
import { saveFile } from "../ui/saveFile";
import { useAction } from "../ui/useAction";
import { scriptValues } from "./form";
import { scripts as words } from "./messages";
import type { Script } from "./queries";

export function ScriptActions({ script }: { script: Script }) {
  const dialog = useDialog();
  const navigate = useNavigate();
  const download = useAction({
    act: () => answer(api.GET("/scripts/{id}/download/", { params: { path: { id: script.id } } })),
    onDone: ({ filename, code }) => saveFile(filename, code),
  });
  const copy = useAction({
    act: () => {
      const name = words.copyName(script.name);
      const body = { ...scriptValues(script), name, favorite: false, owner_clients: null };
      return answer(api.POST("/scripts/", { body }));
    },
    done: (made) => words.created(made.name),
    refresh: [["scripts", "list"]],
    onDone: (made) =>
      void navigate({ to: "/scripts/$scriptId", params: { scriptId: String(made.id) } }),
  });
  return (
    <Group gap="xs">
      <IconAction
        label={words.download}
        variant="default"
        size={36}
        onClick={() => download.mutate()}
      >
        <IconDownload size={17} />
      </IconAction>
      {script.script_type !== "builtin" && (
        <IconAction
          label={words.remove}
          right="can_manage_scripts"
          variant="default"
          size={36}
          onClick={() => dialog.show("delete-script")}
        >
          <IconTrash size={17} />
        </IconAction>
      )}
      <ActionButton
        right="can_manage_scripts"
        variant="default"
        leftSection={<IconCopy size={16} />}
        loading={copy.isPending}
        onClick={() => copy.mutate()}
      >
        {words.copy}
      </ActionButton>
    </Group>
  );
}
