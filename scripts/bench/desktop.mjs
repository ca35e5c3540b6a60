// A screen of 1920 × 1080 pixels on which text scrolls, and surroundings in which an agent
// finds this screen and no other. The stories of the web interface make theirs in the same way:
// web/browser/computer.ts.

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { say, until } from "./server.mjs";

export const WIDTH = 1920;
export const HEIGHT = 1080;
/** An agent sees the processes of its own computer alone, and takes their display for its own. */
const NAMESPACE = ["--fork", "--pid", "--mount-proc", "--kill-child"];
/** The screen of the person who runs the measurement, in variables and in logind. */
const OTHER_SCREENS = ["DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_SESSION_ID"];
/** A terminal as large as the screen: its letters have 6 × 13 pixels. */
const TERMINAL = ["-fn", "fixed", "-geometry", "320x83+0+0", "-b", "0", "-bw", "0", "+sb"];

const PACKAGES = { Xvfb: "xvfb", xterm: "xterm", unshare: "util-linux", nsenter: "util-linux" };

/** Why there can be no such screen here; nothing when there can. */
export function obstacle() {
  for (const [name, where] of Object.entries(PACKAGES)) {
    if (spawnSync("sh", ["-c", `command -v ${name}`]).status !== 0) {
      return `${name} is not installed (Debian: apt-get install ${where})`;
    }
  }
  if (spawnSync("unshare", [...NAMESPACE, "true"]).status !== 0) {
    return "this user may have no processes of their own (unshare): it needs root";
  }
  return undefined;
}

/** Starts the screen, and the program on it. `within` is how a command begins that runs there. */
export async function startDesktop(...command) {
  const size = ["-screen", "0", `${WIDTH}x${HEIGHT}x24`];
  const server = begin("Xvfb", "-displayfd", "3", ...size, "-nolisten", "tcp", "-noreset");
  let first;
  const stop = async () => {
    // Whatever runs inside ends with its first process.
    for (const child of [first, server]) await end(child);
  };
  try {
    const display = await displayOf(server);
    first = begin("unshare", ...NAMESPACE, "sleep", "infinity");
    await until(() => isRunning(first, "unshare") && childOf(first), 30, "there are processes apart");
    const without = OTHER_SCREENS.flatMap((name) => ["-u", name]);
    const bus = "DBUS_SYSTEM_BUS_ADDRESS=unix:path=/nonexistent";
    const target = ["--target", String(childOf(first)), "--pid", "--mount"];
    const within = ["nsenter", ...target, "--", "env", ...without, bus];
    const terminal = begin(...within, `DISPLAY=${display}`, "xterm", ...TERMINAL, "-e", ...command);
    terminal.once("exit", (code) => code && say(`the terminal ended with ${code}`));
    return { within, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function begin(program, ...words) {
  return spawn(program, words, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
}

/** The name of the display, whose number the server chooses and writes into its fourth file. */
async function displayOf(server) {
  let chosen = "";
  server.stdio[3].on("data", (bytes) => (chosen += bytes));
  await until(() => isRunning(server, "Xvfb") && chosen.endsWith("\n"), 30, "Xvfb has started");
  return `:${chosen.trim()}`;
}

function isRunning({ exitCode, signalCode }, name) {
  if (exitCode !== null || signalCode !== null) throw new Error(`${name} ended with ${exitCode ?? signalCode}`);
  return true;
}

function childOf({ pid }) {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")) || undefined;
}

async function end(child) {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}
