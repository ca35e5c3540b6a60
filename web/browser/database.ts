/** Fills a server's database before it starts: more agents than one would enrol. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Prepare } from "./muster.ts";

/** For `openStage`: runs a file of SQL on the database of a server without agents. */
export function filledWith(file: string): Prepare {
  return (_, data) => {
    execFileSync("sqlite3", ["-bail", join(data, "muster.db")], { input: readFileSync(file) });
  };
}
