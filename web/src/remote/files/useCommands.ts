/** What can be done with the files of a panel, for buttons, menus and keys alike. */
import { useSyncExternalStore } from "react";
import { Problem } from "../../api/problem";
import { notify, notifyProblem } from "../../ui/notify";
import { sessions, useDock } from "../sessions";
import { clipboard, type FileSession, fileSessionOf } from "./fileSession";
import { files as words } from "./messages";
import { FileProblem } from "./problem";
import { isEditable } from "./rows";
import type { Panel } from "./usePanel";
import type { Entry } from "./wire";

/** A refusal as a notification; what the person cancelled is none. */
export function report(error: unknown) {
  const problem = FileProblem.from(error);
  if (problem.code !== "cancelled") notifyProblem(Problem.from(problem));
}

export const attempt = (doing: Promise<unknown>) => void doing.catch(report);

export function useCommands(files: FileSession, panel: Panel) {
  const { held } = useSyncExternalStore(clipboard.watch, clipboard.get);
  const { targets, setDialog } = panel;
  const other = useOtherSide(files);
  const isFolder = files.folder !== null;
  const [first] = targets;
  const none = targets.length === 0 ? words.chooseFirst : undefined;
  const notOne = targets.length !== 1 ? words.chooseOne : undefined;
  const notHere = isFolder ? undefined : words.notHere;

  const edit = (entry: Entry) => setDialog({ is: "edit", entry, path: files.pathOf(entry.name) });
  const open = (entry = first) => {
    if (!entry) return;
    if (entry.kind === "folder") attempt(files.browser.open(files.pathOf(entry.name)));
    else if (entry.kind === "link") attempt(follow(files, entry, edit));
    else if (isEditable(entry)) edit(entry);
    else attempt(files.download([entry]));
  };
  return {
    other,
    /** Why each cannot be done now; nothing when it can. */
    blocked: {
      open: notOne,
      edit: notOne ?? (first && !isEditable(first) ? words.notEditable : undefined),
      some: none ?? notHere,
      one: notOne ?? notHere,
      here: notHere,
      paste: notHere ?? (held ? undefined : words.nothingHeld),
      across: none ?? notHere,
    },
    open,
    edit: () => first && edit(first),
    download: () => attempt(files.download(targets)),
    zip: () => attempt(files.zip(targets)),
    hold: (mode: "copy" | "move") => {
      files.hold(mode, targets);
      notify(words.held(targets.length));
    },
    paste: () => files.folder !== null && held && files.paste(files.folder),
    newFolder: () => setDialog({ is: "new_folder" }),
    rename: () => first && setDialog({ is: "rename", entry: first }),
    remove: () => targets.length > 0 && isFolder && setDialog({ is: "remove", entries: targets }),
    permissions: () => setDialog({ is: "permissions", entries: targets }),
    copyAcross: () => {
      const folder = other?.folder;
      if (other && folder) files.copyTo(other, folder, targets);
    },
    copyPath: () =>
      attempt(
        navigator.clipboard.writeText(targets.map(({ name }) => files.pathOf(name)).join("\n")),
      ),
  };
}

export type Commands = ReturnType<typeof useCommands>;

/** A link to a folder is opened, a link to a file edited. */
async function follow(files: FileSession, entry: Entry, edit: (entry: Entry) => void) {
  const path = files.pathOf(entry.name);
  try {
    await files.requests.ask("list", { path, limit: 1 });
  } catch (error) {
    if (FileProblem.from(error).code !== "not_a_folder") throw error;
    return edit(entry);
  }
  await files.browser.open(path);
}

/** The files that are shown beside these. */
function useOtherSide(files: FileSession): FileSession | null {
  const { shown } = useDock();
  const beside = shown.map((id) => sessions.find(id)).find((one) => one && one.id !== files.id);
  return beside?.kind === "files" ? fileSessionOf(beside) : null;
}
