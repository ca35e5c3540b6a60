/** A small text in an editor; when somebody else changed it meanwhile, both versions are shown. */
import { Alert, Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { lazy, Suspense } from "react";
import { Problem } from "../../api/problem";
import { ui } from "../../ui/messages";
import { notify } from "../../ui/notify";
import { LinesSkeleton, ProblemNotice } from "../../ui/states";
import { useDialogGuard } from "../../ui/useLeaveGuard";
import classes from "./Files.module.css";
import type { FileSession } from "./fileSession";
import { files as words } from "./messages";
import { shellOf } from "./rows";
import { useEditor } from "./useEditor";

const CodeEditor = lazy(() => import("../../scripts/CodeEditor"));

interface EditDialogProps {
  files: FileSession;
  name: string;
  path: string;
  onClose: () => void;
}

export function EditDialog({ files, name, path, onClose }: EditDialogProps) {
  const editor = useEditor(files.requests, path);
  const { state, isDirty } = editor;
  const { stored, theirs, problem, isBusy } = state;
  const close = useDialogGuard(isDirty, false, onClose);
  const save = async () => {
    if (isBusy || !stored || !isDirty || !(await editor.save())) return;
    notify(words.saved);
    void files.browser.reload();
  };
  useHotkeys([["mod+S", () => void save()]], [], true);
  return (
    <Modal
      opened
      onClose={() => void close()}
      title={words.editTitle(name, files.hostname)}
      size="xl"
    >
      <Stack gap="sm">
        {problem && <ProblemNotice error={Problem.from(problem)} />}
        {state.isNoText && <Text size="sm">{words.notText}</Text>}
        {!stored && isBusy && <LinesSkeleton lines={8} />}
        {stored?.isMixed && <Alert color="gray">{words.mixedLines}</Alert>}
        {stored && !theirs && (
          <Suspense fallback={<LinesSkeleton lines={8} />}>
            <div className={classes.editor}>
              <CodeEditor
                label={name}
                value={state.text}
                shell={shellOf(name)}
                onChange={editor.type}
              />
            </div>
          </Suspense>
        )}
        {theirs && <Conflict editor={editor} name={name} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => void close()}>
            {ui.close}
          </Button>
          {!theirs && stored && (
            <Button disabled={!isDirty} loading={isBusy} onClick={() => void save()}>
              {words.saveAction}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

interface ConflictProps {
  editor: ReturnType<typeof useEditor>;
  name: string;
}

/** Their version and mine in one text, with what differs marked. */
function Conflict({ editor, name }: ConflictProps) {
  const { state, save, takeTheirs, goOn } = editor;
  const { theirs, text, isBusy } = state;
  if (!theirs) return null;
  const isGone = theirs.hash === null;
  const saveMine = async () => {
    if (await save(theirs)) notify(words.saved);
  };
  return (
    <Alert color="orange" title={words.conflictTitle} role="alert">
      <Stack gap="sm">
        <Text size="sm">{isGone ? words.conflictGone : words.conflictText}</Text>
        {!isGone && (
          <Suspense fallback={<LinesSkeleton lines={8} />}>
            <div className={classes.editor}>
              <CodeEditor
                label={words.both}
                value={text}
                original={theirs.text}
                shell={shellOf(name)}
                onChange={() => {}}
              />
            </div>
          </Suspense>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={goOn}>
            {ui.keepEditing}
          </Button>
          {!isGone && (
            <Button variant="default" onClick={takeTheirs}>
              {words.takeTheirs}
            </Button>
          )}
          <Button color="red" loading={isBusy} onClick={() => void saveMine()}>
            {words.keepMine}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
