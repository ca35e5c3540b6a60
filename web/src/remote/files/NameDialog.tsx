/** A name for a new folder, or another one for something that is there. */
import { TextInput } from "@mantine/core";
import { useState } from "react";
import type { Problem } from "../../api/problem";
import { FormDialog } from "../../ui/FormDialog";
import { useAction } from "../../ui/useAction";
import type { FileSession } from "./fileSession";
import { files as words } from "./messages";
import { isName, joined } from "./paths";
import type { Entry } from "./wire";

interface NameDialogProps {
  files: FileSession;
  folder: string;
  /** What gets another name; without it, a folder is made. */
  entry?: Entry;
  onClose: () => void;
}

export function NameDialog({ files, folder, entry, onClose }: NameDialogProps) {
  const before = entry?.name ?? "";
  const [name, setName] = useState(before);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { requests, browser } = files;
  const isBad = name !== "" && !isName(name, folder);
  const act = useAction({
    act: async () => {
      const path = joined(folder, name);
      if (!entry) return requests.ask("make_folder", { path });
      return requests.ask("rename", { from: joined(folder, before), to: path, replace: false });
    },
    onDone: () => {
      onClose();
      void browser.reload();
    },
    onProblem: setProblem,
  });
  const submit = () => {
    if (name === before) return onClose();
    if (name !== "" && !isBad) act.mutate();
  };
  return (
    <FormDialog
      title={entry ? words.renameTitle(before) : words.newFolderTitle}
      submit={entry ? words.rename : words.newFolder}
      busy={act.isPending}
      dirty={false}
      problem={problem}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={words.name}
        value={name}
        error={isBad && words.badName}
        onChange={(event) => setName(event.currentTarget.value)}
        onFocus={(event) => selectStem(event.currentTarget, entry)}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
    </FormDialog>
  );
}

/** The ending of a file usually stays. */
function selectStem(input: HTMLInputElement, entry: Entry | undefined) {
  const dot = entry?.kind === "file" ? input.value.lastIndexOf(".") : -1;
  input.setSelectionRange(0, dot > 0 ? dot : input.value.length);
}
