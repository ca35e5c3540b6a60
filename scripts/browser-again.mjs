// Runs the browser stories that failed once more, each alone.
//
//   node scripts/browser-again.mjs REPORT
//
// REPORT is what vitest's JSON reporter wrote of the first run. The tests of a
// file tell one story and build on each other, so the whole file is run. Prints
// `passed FILE` or `failed FILE` for each, and ends with 1 when one failed again.

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";

const [report = ""] = process.argv.slice(2);
const results = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")).testResults : [];
const failed = results.filter(({ status }) => status === "failed").map(({ name }) => basename(name));

// Without a report the run did not get as far as its stories.
if (failed.length === 0) process.exitCode = 1;

for (const file of failed) {
  const env = { ...process.env, MUSTER_BROWSER_REPORT: "" };
  const { status } = spawnSync("scripts/web.sh", ["browser", `/${file}`], { stdio: "inherit", env });
  console.log(`${status === 0 ? "passed" : "failed"} ${file}`);
  if (status !== 0) process.exitCode = 1;
}
