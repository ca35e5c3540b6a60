/** For tests: a request as an agent reads it, and what it sends as a whole. */
import { type Bytes, utf8 } from "../pipe/bytes";
import { Outgoing } from "../pipe/streams";
import type { IfExists } from "./wire";

/** Every request has some of these. */
export interface Request {
  id: number;
  op: string;
  path: string;
  paths: string[];
  from: string;
  to: string;
  replace?: boolean;
  after?: string;
  size: number;
  hashes: string;
  /** What names the content. */
  file: string;
  upload?: number;
  if_exists: IfExists;
  from_chunk: number;
  if_version?: string;
  request: number;
  keep?: boolean;
}

export const zipOf = ({ paths }: Request) => utf8(`archive of ${paths.join(", ")}`);

export function whole(content: Bytes): Outgoing {
  const outgoing = new Outgoing(content.length);
  outgoing.write(content);
  return outgoing;
}
