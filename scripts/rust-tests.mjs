// Runs a test program that cargo has built, with a time limit for each test.
//
//   node scripts/rust-tests.mjs run REPORT FOLDER PROGRAM [FILTER]   runs it in FOLDER
//   node scripts/rust-tests.mjs again REPORT                         runs each test that failed once more, alone
//
// REPORT is a file to which `run` adds a line of JSON for each test that failed.
// A test that does not end is ended with its program and counts as failed; the
// tests that had not begun by then are run after it. `again` prints one line
// for each test: `passed NAME` or `failed NAME`. Both end with 1 when a test
// has failed, also the second time.

import { spawn } from "node:child_process";
import { appendFileSync, existsSync, readFileSync } from "node:fs";

/** The test harness tells of a test that runs for longer than a minute; it then has this long to end. */
const LIMIT_SECONDS = Number(process.env.MUSTER_TEST_SECONDS ?? 300) - 60;

/** More failed tests than this are not tried again. */
const MOST_AGAIN = 20;

const [command, report, folder, program, ...filters] = process.argv.slice(2);

/** The program of the moment, which is in a group of its own: a signal has to be passed on. */
let running;
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) {
  process.on(signal, () => {
    if (running) end(running);
    process.exit(130);
  });
}

if (command === "run" && program) {
  process.exitCode = (await run()) ? 0 : 1;
} else if (command === "again" && report) {
  process.exitCode = (await again()) ? 0 : 1;
} else {
  console.error("usage: rust-tests.mjs run REPORT FOLDER PROGRAM [FILTER] | again REPORT");
  process.exitCode = 64;
}

/** Runs the program as often as a test hangs, each time without what has been run. */
async function run() {
  const failed = [];
  let ran = 0;
  let words = filters;
  while (words) {
    const outcome = await runOnce(folder, program, words);
    failed.push(...outcome.failed, ...outcome.hung);
    ran += outcome.finished.size;
    // A program that died has failed as a whole: nobody knows what it left out.
    if (!outcome.summed && outcome.hung.length === 0) {
      note({ folder, program, died: true });
      return false;
    }
    words = outcome.hung.length > 0 ? await unfinished(outcome, words) : undefined;
  }
  for (const name of failed) note({ folder, program, name });
  if (ran === 0 && filters.length > 0) {
    console.log(`no test was run: nothing in ${program} is named ${filters.join(" ")}`);
    return false;
  }
  return failed.length === 0;
}

function note(failure) {
  appendFileSync(report, `${JSON.stringify(failure)}\n`);
}

/** What to run after a test has hung: by name, or nothing. */
async function unfinished({ finished, hung }, words) {
  const { output } = await collect(folder, program, [...words, "--list", "--format=terse"]);
  const names = [...output.matchAll(/^(.+): test$/gm)].map(([, name]) => name);
  const left = names.filter((name) => !finished.has(name) && !hung.includes(name));
  return left.length > 0 ? ["--exact", ...left] : undefined;
}

/** Runs the program once, shows what it prints, and ends it when a test takes too long. */
function runOnce(folder, program, words) {
  const outcome = { finished: new Set(), failed: [], hung: [], summed: false };
  const timers = new Map();
  const child = start(folder, program, words, "inherit");
  const hang = (name) => {
    outcome.hung.push(name);
    console.log(`test ${name} ... HUNG: it did not end within ${LIMIT_SECONDS + 60} s`);
    end(child);
  };
  eachLine(child.stdout, (line) => {
    console.log(line);
    outcome.summed ||= line.startsWith("test result: ");
    const late = /^test (\S+)(?: - should panic)? has been running for over/.exec(line)?.[1];
    if (late) timers.set(late, setTimeout(hang, LIMIT_SECONDS * 1000, late));
    const [, name, how] = /^test (\S+)(?: - should panic)? \.\.\. (ok|FAILED|ignored)/.exec(line) ?? [];
    if (!name) return;
    clearTimeout(timers.get(name));
    outcome.finished.add(name);
    if (how === "FAILED") outcome.failed.push(name);
  });
  return new Promise((done) => {
    child.on("close", () => {
      for (const timer of timers.values()) clearTimeout(timer);
      done(outcome);
    });
  });
}

/** Each test of the report once more, with nothing beside it. */
async function again() {
  const text = existsSync(report) ? readFileSync(report, "utf8") : "";
  const failures = text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
  const dead = failures.find(({ died }) => died);
  if (dead) console.log(`failed ${dead.program}: it crashed, so it is unknown which tests did not run`);
  if (failures.length > MOST_AGAIN) console.log(`failed: ${failures.length} tests, too many to try again`);
  if (dead || failures.length > MOST_AGAIN) return false;
  let passed = true;
  for (const { folder, program, name } of failures) {
    const timer = { limit: (LIMIT_SECONDS + 60) * 1000 };
    const { status, output } = await collect(folder, program, ["--exact", name], timer);
    const ran = /^test result: ok\. 1 passed/m.test(output);
    console.log(`${status === 0 && ran ? "passed" : "failed"} ${name}`);
    if (status === 0 && ran) continue;
    passed = false;
    console.error(output);
  }
  return passed;
}

function collect(folder, program, words, { limit = 60_000 } = {}) {
  const child = start(folder, program, words, "pipe");
  const timer = setTimeout(end, limit, child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (piece) => {
      output += piece;
    });
  }
  return new Promise((done) => {
    child.on("close", (status) => {
      clearTimeout(timer);
      done({ status, output });
    });
  });
}

/** As cargo starts it, in a process group of its own. */
function start(folder, program, words, stderr) {
  const env = { ...process.env, CARGO_MANIFEST_DIR: folder };
  const stdio = ["ignore", "pipe", stderr];
  running = spawn(program, words, { cwd: folder, env, stdio, detached: true });
  return running;
}

function end(child) {
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // It has ended meanwhile.
  }
}

function eachLine(stream, take) {
  let rest = "";
  stream.setEncoding("utf8");
  stream.on("data", (piece) => {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    lines.forEach(take);
  });
  stream.on("end", () => rest && take(rest));
}

