/** Fills a server's database before it starts: more agents than one would enrol. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Muster } from "./muster.ts";

/** For `startMuster`: runs a file of SQL on the new, empty database. */
export function filledWith(file: string) {
  return async (command: Muster["command"], data: string): Promise<void> => {
    // Any command that looks into the database makes it.
    await command("user", "list");
    execFileSync("sqlite3", ["-bail", join(data, "muster.db")], { input: readFileSync(file) });
  };
}
