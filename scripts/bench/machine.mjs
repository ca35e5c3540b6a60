// What was measured, and on what: without it no number means anything.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import os from "node:os";

const output = (program, ...words) => {
  try {
    return execFileSync(program, words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return "unknown";
  }
};

/** Ticks of all processors since the start: those that were given to other machines, and all. */
function ticks() {
  const [first] = readFileSync("/proc/stat", "utf8").split("\n", 1);
  const numbers = first.split(/\s+/).slice(1, 9).map(Number);
  return { stolen: numbers[7] ?? 0, all: numbers.reduce((sum, each) => sum + each, 0) };
}

/** Tells, whenever it is asked, how many percent of the processors other machines have taken since. */
export function watchStolen() {
  const before = ticks();
  return () => {
    const now = ticks();
    return (100 * (now.stolen - before.stolen)) / Math.max(1, now.all - before.all);
  };
}

export function machine() {
  const isSetting = (name) => name.startsWith("BENCH_") && !["BENCH_BIN", "BENCH_AGENT"].includes(name);
  const names = Object.keys(process.env).filter(isSetting).sort();
  const set = names.map((name) => `${name}="${process.env[name]}"`);
  return {
    date: new Date().toISOString(),
    commit: output("git", "describe", "--always", "--dirty"),
    command: [...set, "make bench"].join(" "),
    machine: {
      processor: os.cpus()[0]?.model ?? "unknown",
      processors: os.cpus().length,
      memory_gib: Math.round(os.totalmem() / 2 ** 30),
      system: `${os.type()} ${os.release()}`,
      load_before: os.loadavg()[0],
    },
    rustc: output("rustc", "--version"),
  };
}
