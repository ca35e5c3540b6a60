/** A VNC server with a desktop of one colour, and a program on it that takes lines. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "./eventually.ts";
import { freePort } from "./muster.ts";

export interface VncServer {
  port: number;
  /** What was typed into its program, with Enter after each line. */
  lines(): string;
  stop(): Promise<void>;
}

/** The word `password`, as VNC servers keep it: encrypted with a key that everybody knows. */
const PASSWORD_FILE = Buffer.from("dbd83cfd727a1458", "hex");
export const PASSWORD = "password";
/** Of the desktop, as the numbers of a pixel. */
export const COLOUR = [32, 96, 160];

/** Starts one. */
export async function startVncServer(): Promise<VncServer> {
  const folder = mkdtempSync(join(tmpdir(), "muster-vnc-"));
  const [passwords, said] = [join(folder, "passwd"), join(folder, "lines")];
  writeFileSync(passwords, PASSWORD_FILE, { mode: 0o600 });
  const port = await freePort();
  const server = spawn(
    "Xvnc",
    [
      ...["-displayfd", "3", "-geometry", "640x400", "-depth", "24", "-localhost"],
      ...["-rfbport", String(port), "-SecurityTypes", "VncAuth", "-PasswordFile", passwords],
      ...["-desktop", "front desk", "-nolisten", "tcp"],
    ],
    { stdio: ["ignore", "ignore", "ignore", "pipe"] },
  );
  const display = await displayOf(server);
  const window = spawn("xterm", windowOf(display, said), { stdio: "ignore" });
  return {
    port,
    lines: () => (existsSync(said) ? readFileSync(said, "utf8") : ""),
    async stop() {
      for (const one of [window, server]) await end(one);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The number of the display, which the server writes when it is ready. */
async function displayOf(server: ChildProcess): Promise<string> {
  let [written, failed] = ["", ""];
  server.once("error", (error) => {
    failed = error.message;
  });
  server.stdio[3]?.on("data", (bytes: Buffer) => {
    written += bytes;
  });
  await eventually("the VNC server is ready", async () => {
    if (failed) throw new Error(failed);
    return written.endsWith("\n");
  });
  return `:${written.trim()}`;
}

/** Larger than the desktop: without a window manager nothing else gets the keys. */
function windowOf(display: string, said: string): string[] {
  const colour = `#${COLOUR.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
  return [
    ...["-display", display, "-geometry", "120x40+0+0", "-bg", colour, "-fg", "white"],
    ...["-b", "0", "-e", "sh", "-c", 'while read -r line; do echo "$line"; done > "$1"'],
    ...["sh", said],
  ];
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((done) => child.once("exit", done));
  child.kill("SIGTERM");
  await ended;
}
