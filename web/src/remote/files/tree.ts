/** All that is below a folder, on an agent: what has to be copied elsewhere. */
import { files as words } from "./messages";
import { joined } from "./paths";
import { FileProblem } from "./problem";
import type { Requests } from "./requests";
import type { AnswerTo, Entry } from "./wire";

export interface Tree {
  /** Names on the way from the folder, outermost first. */
  folders: string[][];
  files: { names: string[]; size: number }[];
  bytes: number;
  /** Links and devices, which are not copied. */
  leftOut: number;
}

const MOST = 20_000;

export async function treeOf(requests: Requests, path: string, signal: AbortSignal): Promise<Tree> {
  const tree: Tree = { folders: [], files: [], bytes: 0, leftOut: 0 };
  const waiting: string[][] = [[]];
  for (let names = waiting.pop(); names; names = waiting.pop()) {
    if (names.length > 0) tree.folders.push(names);
    const folder = names.length > 0 ? joined(path, ...names) : path;
    let after: string | null = null;
    do {
      const asked = { path: folder, ...(after !== null && { after }) };
      const page: AnswerTo<"list"> = await requests.ask("list", asked, { signal });
      for (const entry of page.entries) add(tree, names, entry, waiting);
      if (tree.files.length + waiting.length > MOST) {
        throw new FileProblem("too_large", words.tooMany(MOST));
      }
      after = page.next;
    } while (after !== null);
  }
  return tree;
}

function add(tree: Tree, above: string[], { name, kind, size }: Entry, waiting: string[][]) {
  const names = [...above, name];
  if (kind === "folder") waiting.push(names);
  else if (kind !== "file") tree.leftOut += 1;
  else {
    tree.files.push({ names, size });
    tree.bytes += size;
  }
}
