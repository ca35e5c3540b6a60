/** A text that is being edited, and what happens when somebody else changes it meanwhile. */
import { useEffect, useState } from "react";
import { FileProblem } from "./problem";
import type { Requests } from "./requests";
import { fileText, type OpenedText, openedText } from "./textFile";
import type { TextFile } from "./wire";

/** What is in the file at this moment; the hash of nothing is null. */
interface Stored extends OpenedText {
  hash: string | null;
}

export interface EditorState {
  /** What was read; null until then. */
  stored: Stored | null;
  text: string;
  isBusy: boolean;
  isNoText: boolean;
  problem: FileProblem | null;
  /** What somebody else wrote since. */
  theirs: Stored | null;
}

const BEGIN: EditorState = {
  stored: null,
  text: "",
  isBusy: true,
  isNoText: false,
  problem: null,
  theirs: null,
};

export function useEditor(requests: Requests, path: string) {
  const [state, setState] = useState(BEGIN);
  const change = (changes: Partial<EditorState>) => setState(withChanges(changes));

  useEffect(() => {
    const controller = new AbortController();
    readStored(requests, path, controller.signal)
      .then((stored) => {
        const about = stored ? { stored, text: stored.text } : { isNoText: true };
        setState(withChanges({ ...about, isBusy: false }));
      })
      .catch((error) => {
        if (controller.signal.aborted) return;
        setState(withChanges({ problem: FileProblem.from(error), isBusy: false }));
      });
    return () => controller.abort();
  }, [requests, path]);

  /** True when it is saved. */
  const save = async (over: Stored | null = state.stored): Promise<boolean> => {
    if (!over) return false;
    change({ isBusy: true, problem: null });
    const text = fileText(state.text, over);
    const isFrom = over.hash !== null && { if_hash: over.hash };
    try {
      const { hash } = await requests.ask("write_text", { path, text, ...isFrom });
      change({ stored: { ...over, text: state.text, hash }, isBusy: false, theirs: null });
      return true;
    } catch (error) {
      change(await whyNot(requests, path, over, FileProblem.from(error)));
      return false;
    }
  };

  /** Forgets what was typed, for what is in the file now. */
  const takeTheirs = () => {
    const { theirs } = state;
    if (theirs) change({ stored: theirs, text: theirs.text, theirs: null, problem: null });
  };
  const goOn = () => change({ theirs: null });
  const isDirty = state.stored !== null && state.text !== state.stored.text;
  return { state, isDirty, type: (text: string) => change({ text }), save, takeTheirs, goOn };
}

const withChanges = (changes: Partial<EditorState>) => (before: EditorState) => ({
  ...before,
  ...changes,
});

/** Null when it is no text. */
async function readStored(
  requests: Requests,
  path: string,
  signal?: AbortSignal,
): Promise<Stored | null> {
  const read: TextFile = await requests.ask("read_text", { path }, { ...(signal && { signal }) });
  return read.text === null ? null : { ...openedText(read.text), hash: read.hash };
}

/** What saving led to: another version to look at, or a problem. */
async function whyNot(
  requests: Requests,
  path: string,
  mine: Stored,
  problem: FileProblem,
): Promise<Partial<EditorState>> {
  if (problem.code !== "changed") return { isBusy: false, problem };
  const gone: Stored = { ...mine, text: "", hash: null };
  if (problem.details.hash === null) {
    // It was removed, or only the agent's last check found a difference.
    return readStored(requests, path).then(
      (theirs) => ({ isBusy: false, theirs: theirs ?? gone }),
      () => ({ isBusy: false, theirs: gone }),
    );
  }
  return readStored(requests, path).then(
    (theirs) => (theirs ? { isBusy: false, theirs } : { isBusy: false, problem }),
    (error) => ({ isBusy: false, problem: FileProblem.from(error) }),
  );
}
