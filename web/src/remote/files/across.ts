/** Copies from one agent to another, through this browser: the server sees nothing of it. */
import type { HashMemory } from "./hashMemory";
import { files as words } from "./messages";
import { isName, joined } from "./paths";
import { FileProblem } from "./problem";
import { RemoteSource } from "./remoteSource";
import type { Requests } from "./requests";
import type { Steering } from "./steering";
import type { Batch, Job } from "./transfer";
import { treeOf } from "./tree";
import { upload } from "./upload";
import type { Entry } from "./wire";

/** One side of a copy. */
export interface Side {
  requests: Requests;
  agentId: string;
  hostname: string;
  folder: string;
}

export function acrossJob(
  from: Side,
  to: Side,
  entry: Entry,
  memory: HashMemory,
  batch: Batch,
): Job {
  const { name, kind } = entry;
  const path = joined(from.folder, name);
  const { folder } = to;
  return {
    kind: "across",
    name,
    where: `${to.hostname}: ${folder}`,
    isBytes: true,
    batch,
    async run(steer) {
      checkName(name, folder);
      if (kind === "other") throw new FileProblem("invalid_request", words.notCopied(name));
      if (kind === "folder") return copyFolder(from, to, path, name, memory, steer);
      return copyFile(from, to, path, joined(folder, name), memory, steer);
    },
  };
}

async function copyFile(
  from: Side,
  to: Side,
  path: string,
  target: string,
  memory: HashMemory,
  steer: Steering,
): Promise<boolean> {
  const source = await RemoteSource.open(from.requests, path, steer.signal);
  try {
    const wish = { source, path: target, agentId: to.agentId, memory };
    return (await upload(to.requests, wish, steer)) !== null;
  } finally {
    source.close();
  }
}

async function copyFolder(
  from: Side,
  to: Side,
  path: string,
  name: string,
  memory: HashMemory,
  steer: Steering,
): Promise<boolean> {
  const { signal } = steer;
  const tree = await treeOf(from.requests, path, signal);
  steer.total(tree.bytes);
  const target = joined(to.folder, name);
  await makeFolder(to.requests, target, signal);
  for (const names of tree.folders) {
    await steer.point();
    for (const one of names) checkName(one, target);
    await makeFolder(to.requests, joined(target, ...names), signal);
  }
  let done = 0;
  for (const { names, size } of tree.files) {
    await steer.point();
    checkName(names.at(-1) ?? "", target);
    const part = partOf(steer, done);
    await copyFile(from, to, joined(path, ...names), joined(target, ...names), memory, part);
    done += size;
    steer.done(done);
  }
  return true;
}

/** A folder that is there already is as good as a new one. */
export async function makeFolder(requests: Requests, path: string, signal: AbortSignal) {
  try {
    await requests.ask("make_folder", { path }, { signal });
  } catch (error) {
    const problem = FileProblem.from(error);
    if (problem.code !== "exists") throw problem;
  }
}

/** Names that one system takes mean something else to the other. */
function checkName(name: string, folder: string) {
  if (!isName(name, folder)) throw new FileProblem("invalid_path", words.notAName(name));
}

/** One file of many: only what is sent counts. */
function partOf(steer: Steering, before: number): Steering {
  let isMoving = false;
  return {
    signal: steer.signal,
    point: () => steer.point(),
    step: (step) => {
      isMoving = step === "moving";
    },
    total: () => {},
    done: (bytes) => {
      if (isMoving) steer.done(before + bytes);
    },
    ask: (name, existing) => steer.ask(name, existing),
  };
}
