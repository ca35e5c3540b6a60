/** What was dropped or chosen on the viewer's own computer: files, with the folders they are in. */
import { files as words } from "./messages";
import { FileProblem } from "./problem";

export interface LocalFiles {
  /** Names on the way from where they were dropped, outermost first. */
  folders: string[][];
  files: { names: string[]; file: File }[];
}

const MOST = 10_000;

/** From the button; files of a chosen folder know their way. */
export function chosenFiles(list: Iterable<File>): LocalFiles {
  const files = Array.from(list, (file) => {
    const way = file.webkitRelativePath;
    return { names: way ? way.split("/") : [file.name], file };
  });
  checkCount(files.length);
  return { folders: foldersOf(files.map(({ names }) => names)), files };
}

/** Every folder on the way to these files, each before what is in it. */
export function foldersOf(files: string[][]): string[][] {
  const found = new Map<string, string[]>();
  for (const names of files) {
    for (let depth = 1; depth < names.length; depth += 1) {
      const folder = names.slice(0, depth);
      found.set(folder.join("/"), folder);
    }
  }
  return [...found.values()].sort((left, right) => left.length - right.length);
}

/** From a drop. The items are only there while the event lasts, so this begins at once. */
export function droppedFiles(data: DataTransfer): Promise<LocalFiles> {
  const entries = Array.from(data.items, (item) =>
    item.kind === "file" ? item.webkitGetAsEntry() : null,
  ).filter((entry) => entry !== null);
  return entries.length > 0 ? walked(entries) : Promise.resolve(chosenFiles(data.files));
}

async function walked(entries: FileSystemEntry[]): Promise<LocalFiles> {
  const local: LocalFiles = { folders: [], files: [] };
  const waiting = entries.map((entry) => ({ entry, names: [entry.name] }));
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { entry, names } = next;
    if (isFolder(entry)) {
      local.folders.push(names);
      const below = await entriesOf(entry);
      waiting.push(...below.map((one) => ({ entry: one, names: [...names, one.name] })));
    } else if (isFile(entry)) local.files.push({ names, file: await fileOf(entry) });
    checkCount(local.files.length + waiting.length);
  }
  return local;
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => entry.file(resolve, reject));

/** A reader hands out some at a time, and none at the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}

function checkCount(count: number) {
  if (count > MOST) throw new FileProblem("too_large", words.tooMany(MOST));
}
