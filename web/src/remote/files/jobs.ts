/** Work within one agent: copies, moves and deletes, with a question where a name is taken. */
import { isWithin, joined, nameOf, numbered } from "./paths";
import { FileProblem } from "./problem";
import type { Requests } from "./requests";
import type { Steering } from "./steering";
import type { Batch, Job } from "./transfer";

/** Numbers that are tried for a name that is taken. */
const MOST_NUMBERS = 1000;

/** Copies or moves one thing into a folder. */
export function pasteJob(
  requests: Requests,
  mode: "copy" | "move",
  from: string,
  folder: string,
  batch: Batch,
): Job {
  const name = nameOf(from);
  return {
    kind: mode,
    name,
    where: folder,
    isBytes: mode === "copy",
    batch,
    run: (steer) => paste(requests, mode, from, folder, steer),
  };
}

async function paste(
  requests: Requests,
  mode: "copy" | "move",
  from: string,
  folder: string,
  steer: Steering,
): Promise<boolean> {
  const name = nameOf(from);
  const wanted = joined(folder, name);
  // Beside itself a copy has another name, and a move is none.
  const isBeside = isWithin(from, wanted) && isWithin(wanted, from);
  if (isBeside && mode === "move") return false;
  try {
    if (!isBeside) return await put(requests, mode, from, wanted, false, steer);
  } catch (error) {
    if (FileProblem.from(error).code !== "exists") throw error;
    const stat = requests.ask("stat", { path: wanted }, { signal: steer.signal });
    const choice = await steer.ask(
      name,
      await stat.then(
        ({ entry }) => entry,
        () => null,
      ),
    );
    if (choice === "skip") return false;
    if (choice === "replace") return put(requests, mode, from, wanted, true, steer);
  }
  for (let number = 2; ; number += 1) {
    try {
      const other = joined(folder, numbered(name, number));
      return await put(requests, mode, from, other, false, steer);
    } catch (error) {
      const isTaken = FileProblem.from(error).code === "exists";
      if (!isTaken || number >= MOST_NUMBERS) throw error;
    }
  }
}

async function put(
  requests: Requests,
  mode: "copy" | "move",
  from: string,
  to: string,
  replace: boolean,
  steer: Steering,
): Promise<boolean> {
  await steer.point();
  const options = {
    signal: steer.signal,
    onProgress: ({ done, total }: { done: number; total: number }) => {
      steer.total(total > 0 ? total : null);
      steer.done(done);
    },
  };
  try {
    await requests.ask(mode === "copy" ? "copy" : "rename", { from, to, replace }, options);
  } catch (error) {
    const isOtherDisk = FileProblem.from(error).code === "crosses_limit";
    if (mode === "copy" || !isOtherDisk) throw error;
    await requests.ask("copy", { from, to, replace }, options);
    await requests.ask("delete", { path: from }, { signal: steer.signal });
  }
  return true;
}

/** Removes things with all that is below them. `done` counts what is gone. */
export function deleteJob(requests: Requests, name: string, paths: string[]): Job {
  return {
    kind: "delete",
    name,
    where: "",
    isBytes: false,
    async run(steer) {
      let gone = 0;
      for (const path of paths) {
        await steer.point();
        const onProgress = ({ done }: { done: number }) => steer.done(gone + done);
        const options = { signal: steer.signal, onProgress };
        const { items } = await requests.ask("delete", { path }, options);
        gone += items;
        steer.done(gone);
      }
      return true;
    },
  };
}
