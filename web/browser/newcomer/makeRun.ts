/** `make run` as a person uses it: starts it, reads what it prints, presses Ctrl-C. */
import { type ChildProcess, spawn } from "node:child_process";
import { openSync, readFileSync } from "node:fs";
import { eventually } from "../eventually.ts";

/** What `make run` prints about a Muster that runs. */
export interface Printed {
  address: string;
  user: string;
  password: string;
  key: string;
}

/** A `make run` that goes on until it is stopped. */
export interface MakeRun {
  printed: Printed;
  /** Presses Ctrl-C, and waits until everything has ended. */
  stop(): Promise<void>;
}

/** The one that was started before these tests, with its process group and its output. */
export function started(group: number, log: string): MakeRun {
  return { printed: read(readFileSync(log, "utf8")), stop: () => interrupt(group) };
}

/** Starts it once more, with the same settings. */
export async function makeRun(log: string): Promise<MakeRun> {
  const output = openSync(log, "w");
  const child: ChildProcess = spawn("make", ["--no-print-directory", "run"], {
    cwd: "..",
    detached: true,
    stdio: ["ignore", output, output],
  });
  const { pid } = child;
  if (pid === undefined) throw new Error("make could not be started");
  const text = () => readFileSync(log, "utf8");
  const runs = () => {
    if (child.exitCode !== null) throw new Error(`make run ended:\n${text()}`);
    return text().includes("Logs:");
  };
  await eventually("make run says that Muster runs", runs, 240_000);
  return { printed: read(text()), stop: () => interrupt(pid) };
}

function read(text: string): Printed {
  const value = (name: string) => new RegExp(`^  ${name} +(\\S+)$`, "m").exec(text)?.[1] ?? "";
  return {
    address: value("address"),
    user: value("user"),
    password: value("password"),
    key: value("API key"),
  };
}

/** What a terminal does at Ctrl-C: a signal to everything in the foreground. */
async function interrupt(group: number) {
  process.kill(-group, "SIGINT");
  await eventually("make run has ended", () => !exists(group));
}

function exists(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
}
