/** A script from a file. */
import { FileButton } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { answer, api } from "../api/client";
import { Problem } from "../api/problem";
import * as rules from "../api/rules.gen";
import { ActionButton } from "../ui/actions";
import { useAction } from "../ui/useAction";
import { fromFileName } from "./library";
import { scripts as words } from "./messages";

const LARGEST = rules.CreateScript.script_body.maxLength;

export function UploadButton() {
  const navigate = useNavigate();
  const upload = useAction({
    act: async (file: File) => {
      if (file.size > LARGEST) throw new Problem(words.uploadTooLarge, 413, "too_large");
      const body = {
        ...fromFileName(file.name),
        script_body: await file.text(),
        filename: file.name,
      };
      return answer(api.POST("/scripts/", { body }));
    },
    done: (script) => words.created(script.name),
    refresh: [["scripts", "list"]],
    onDone: (script) =>
      void navigate({ to: "/scripts/$scriptId", params: { scriptId: String(script.id) } }),
  });
  return (
    <FileButton onChange={(file) => file && upload.mutate(file)}>
      {(props) => (
        <ActionButton
          {...props}
          right="can_manage_scripts"
          variant="default"
          leftSection={<IconUpload size={16} />}
          loading={upload.isPending}
        >
          {words.upload}
        </ActionButton>
      )}
    </FileButton>
  );
}
