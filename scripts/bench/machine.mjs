// What was measured, and on what: without it no number means anything.

import { execFileSync } from "node:child_process";
import os from "node:os";

const output = (program, ...words) => {
  try {
    return execFileSync(program, words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return "unknown";
  }
};

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
