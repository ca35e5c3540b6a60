/** What is said about files on channel 1 of a pipe, as the agent writes it. */

export type EntryKind = "file" | "folder" | "link" | "other";

/** Something in a folder. */
export interface Entry {
  /** As it is written in a path: what is not UTF-8 has escapes. */
  name: string;
  kind: EntryKind;
  size: number;
  modified: string | null;
  /** In the bits of Unix; null on Windows. */
  mode: number | null;
  owner: string | null;
  group: string | null;
  /** Where a link leads. */
  target: string | null;
  hidden: boolean;
  read_only: boolean;
  readable: boolean;
}

export interface Root {
  path: string;
  /** Bytes that may still be written; null when that is not known. */
  free: number | null;
}

/** Bytes of a file, from the first to before the last. */
export interface ByteRange {
  from: number;
  to: number;
}

export interface Progress {
  done: number;
  /** 0 when it is not known. */
  total: number;
}

export type IfExists = "ask" | "replace" | "keep_both" | "fail";

/** How many things were changed. */
export interface Done {
  items: number;
  bytes: number;
  left_out: number;
}

export interface TextFile {
  /** Null when it is not UTF-8. */
  text: string | null;
  utf8: boolean;
  hash: string;
  size: number;
}

/** The upload may begin: its stream is the content of the missing ranges, one after the other. */
export interface UploadBegun {
  chunk: number;
  missing: ByteRange[];
  present: number;
  size: number;
}

/** The upload needs more hashes first. */
export interface MoreHashes {
  have: number;
  want: number;
}

export interface Uploaded {
  path: string;
  size: number;
}

/** The stream is the content from `from` on. */
export interface DownloadBegun {
  name: string;
  chunk: number;
  from: number;
  size: number;
  version: string;
}

interface Place {
  path: string;
}

interface FromTo {
  from: string;
  to: string;
  replace?: boolean;
}

/** What can be asked, and what the answer is. */
export interface Operations {
  roots: [asked: object, answer: { roots: Root[] }];
  list: [
    asked: Place & { after?: string; limit?: number },
    answer: { entries: Entry[]; next: string | null; total: number },
  ];
  stat: [asked: Place, answer: { entry: Entry }];
  make_folder: [asked: Place, answer: Done];
  rename: [asked: FromTo, answer: Done];
  copy: [asked: FromTo, answer: Done];
  delete: [asked: Place, answer: Done];
  read_text: [asked: Place, answer: TextFile];
  write_text: [
    asked: Place & { text: string; if_hash?: string },
    answer: { hash: string; size: number },
  ];
  set_permissions: [asked: Place & { mode?: number; read_only?: boolean }, answer: Done];
  set_owner: [asked: Place & { owner?: string; group?: string }, answer: Done];
  upload: [
    /** `file` is what names the content: the hash over all hashes. */
    asked: Place & { size: number; file: string; hashes: string; if_exists: IfExists },
    answer: UploadBegun | MoreHashes,
  ];
  upload_hashes: [asked: { upload: number; hashes: string }, answer: UploadBegun | MoreHashes];
  download: [
    asked: Place & { from_chunk: number; if_version?: string; may_grow?: boolean },
    answer: DownloadBegun,
  ];
  zip: [asked: { paths: string[] }, answer: { name: string }];
  /** With `keep`, what an upload has brought stays for its next attempt. */
  cancel: [asked: { request: number; keep?: boolean }, answer: Done];
}

export type Operation = keyof Operations;
export type Asked<Op extends Operation> = Operations[Op][0];
export type AnswerTo<Op extends Operation> = Operations[Op][1];

/** Why something did not work. */
export interface ProblemBody {
  code: string;
  message: string;
  /** What has the name already. */
  existing?: Entry;
  /** What a text is now; null when it is gone. */
  hash?: string | null;
}

/** What the agent says. */
export type AgentMessage =
  | { type: "answer"; id: number; ok?: unknown; error?: ProblemBody }
  | ({ type: "progress"; id: number } & Progress)
  /** The SHA-256 of one chunk of a download, in hexadecimal. */
  | { type: "chunk"; id: number; index: number; hash: string };

/** What may be asked twice without doing anything twice. */
export const READS: ReadonlySet<Operation> = new Set(["roots", "list", "stat", "read_text"]);

/** The channel on which the content of a request travels. */
export const channelOf = (id: number): number => 1000 + (id % 60_000);
