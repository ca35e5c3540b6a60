/** Dragging files: from the viewer's own computer, between two sessions, and into a folder. */
import { type DragEvent, useState } from "react";
import type { FileSession, Held } from "./fileSession";
import { droppedFiles } from "./localFiles";
import { joined } from "./paths";
import { attempt } from "./useCommands";
import type { Entry } from "./wire";

/** What is being dragged within this page; a drop says only of which kind it is. */
let dragged: Held | null = null;
const KIND = "application/x-muster-files";

export function beginDrag(event: DragEvent, from: FileSession, entries: Entry[]) {
  if (from.folder === null) return event.preventDefault();
  dragged = { from, mode: "move", folder: from.folder, entries };
  event.dataTransfer.setData(KIND, from.id);
  event.dataTransfer.effectAllowed = "copyMove";
}

export function endDrag() {
  dragged = null;
}

/** What to do with what is dropped on a panel; `folderOf` has the folder of the row below the pointer. */
export function useDrop(files: FileSession, folderOf: (event: DragEvent) => string | null) {
  const [target, setTarget] = useState<string | null>(null);
  const mayDrop = ({ dataTransfer }: DragEvent, folder: string | null) => {
    if (folder === null) return false;
    if (dataTransfer.types.includes("Files")) return true;
    // Within the same folder there is nothing to do.
    return dragged !== null && (dragged.from !== files || dragged.folder !== folder);
  };
  return {
    /** The folder that would get it; null while nothing is over the panel. */
    target,
    onDragOver: (event: DragEvent) => {
      const folder = folderOf(event);
      const may = mayDrop(event, folder);
      setTarget(may ? folder : null);
      if (!may) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = dragged?.from === files ? "move" : "copy";
    },
    onDragLeave: (event: DragEvent) => {
      const isInside = event.currentTarget.contains(event.relatedTarget as Node | null);
      if (!isInside) setTarget(null);
    },
    onDrop: (event: DragEvent) => {
      const folder = folderOf(event);
      setTarget(null);
      if (folder === null || !mayDrop(event, folder)) return;
      event.preventDefault();
      if (dragged) return put(dragged, files, folder);
      attempt(droppedFiles(event.dataTransfer).then((local) => files.upload(local, folder)));
    },
  };
}

function put(held: Held, files: FileSession, folder: string) {
  endDrag();
  // A folder does not go into itself.
  const isOther = ({ name }: Entry) => held.from !== files || joined(held.folder, name) !== folder;
  files.put({ ...held, entries: held.entries.filter(isOther) }, folder);
}
