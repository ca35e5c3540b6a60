/**
 * A computer of its own for an agent, on which no other processes are seen than those that run
 * there: the agent finds the screen of this computer, and not that of another story.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { promisify } from "node:util";
import { eventually } from "./eventually.ts";
import { childOf } from "./muster.ts";

const run = promisify(execFile);

export interface Computer {
  /** How the command of something begins that runs on it. */
  within: string[];
  /** Ends everything that still runs on it. */
  stop(): Promise<void>;
}

/** One with a screen, on which a window manager and a terminal run. */
export interface Desktop extends Computer {
  /** Runs a program that uses the screen from elsewhere, and returns what it prints. */
  onScreen(program: string, ...words: string[]): Promise<string>;
}

const NAMESPACE = ["--fork", "--pid", "--mount-proc", "--kill-child"];
/** Hides the screen of the person who runs the stories, in variables and in logind. */
const WITHOUT_SCREEN = ["DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_SESSION_ID"]
  .flatMap((name) => ["-u", name])
  .concat("DBUS_SYSTEM_BUS_ADDRESS=unix:path=/nonexistent");

/** A computer without a screen, like most servers. */
export async function startComputer(): Promise<Computer> {
  const first = begin(["unshare", ...NAMESPACE, "sleep", "infinity"]);
  await eventually("a computer has started", () => {
    if (first.exitCode !== null) throw new Error(`unshare ended with ${first.exitCode}`);
    return childOf(first) !== undefined;
  });
  const target = ["--target", String(childOf(first)), "--pid", "--mount"];
  return {
    within: ["nsenter", ...target, "--", "env", ...WITHOUT_SCREEN],
    // Whatever runs inside ends with its first process.
    stop: () => end(first),
  };
}

/** A computer with a screen of 1280 × 800 pixels. */
export async function startDesktop(): Promise<Desktop> {
  const size = ["-screen", "0", "1280x800x24"];
  const server = begin(["Xvfb", "-displayfd", "3", ...size, "-nolisten", "tcp", "-noreset"]);
  const display = await numberFrom(server);
  const computer = await startComputer();
  const inside = (...words: string[]) =>
    begin([...computer.within, `DISPLAY=${display}`, ...words]);
  inside("matchbox-window-manager", "-use_titlebar", "no");
  // What is selected in it is in the clipboard, as in other programs after Ctrl+C.
  inside("xterm", "-xrm", "XTerm*selectToClipboard: true", "-e", "sh");
  const onScreen: Desktop["onScreen"] = async (program, ...words) => {
    const { stdout } = await run(program, words, { env: { ...process.env, DISPLAY: display } });
    return stdout;
  };
  await eventually("a terminal is on the screen", async () =>
    Boolean(await onScreen("xdotool", "search", "--onlyvisible", "--class", "xterm")),
  );
  return {
    ...computer,
    onScreen,
    async stop() {
      await computer.stop();
      await end(server);
    },
  };
}

/** What the display is called whose number the server chose. */
async function numberFrom(server: ChildProcess): Promise<string> {
  let chosen = "";
  server.stdio[3]?.on("data", (bytes: Buffer) => {
    chosen += bytes.toString();
  });
  await eventually("Xvfb has started", () => chosen.endsWith("\n"));
  return `:${chosen.trim()}`;
}

function begin([program = "", ...words]: string[]): ChildProcess {
  return spawn(program, words, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((done) => child.once("exit", done));
  child.kill("SIGKILL");
  await ended;
}
