// A server for one measurement: its own folder, its own database, a free port.

import { execFileSync, spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { read } from "./tls.mjs";

const bin = path.resolve(process.env.BENCH_BIN ?? "target/dist");
export const program = (name) => path.join(bin, name);
export const say = (text) => console.error(`bench: ${text}`);
export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until something holds, and fails when it takes longer. */
export async function until(holds, seconds, what) {
  const deadline = performance.now() + seconds * 1000;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`waited ${seconds} s in vain: ${what}`);
    await sleep(100);
  }
}

export class Server {
  constructor(engine) {
    this.engine = engine;
    this.folder = mkdtempSync(path.join(os.tmpdir(), "muster-bench-"));
    this.settings = { MUSTER_DATA: this.folder, MUSTER_LISTEN: "127.0.0.1:0", MUSTER_LOG: "warn" };
    // All simulated agents come from a few addresses of this machine, and share its processors with the server.
    this.settings.CONNECTIONS_PER_ADDRESS = "1000000";
    // What it asks agents by itself would be measured with the requests, at times nobody chooses.
    this.settings.COLLECTION_DISABLED = "true";
    if (engine === "postgres") this.useNewDatabase();
    this.muster("user", "create", "admin", "--superuser");
    this.key = this.muster("apikey", "create", "bench", "--user", "admin").split("\n").at(-1);
  }

  /** Another server on the same database and bus, not started yet. */
  replica() {
    const other = Object.create(Server.prototype);
    const folder = mkdtempSync(path.join(os.tmpdir(), "muster-bench-"));
    const own = { MUSTER_DATA: folder, MUSTER_LISTEN: "127.0.0.1:0" };
    const shared = { MUSTER_KEY_FILE: path.join(this.folder, "secret.key") };
    return Object.assign(other, { engine: this.engine, key: this.key, folder, settings: { ...this.settings, ...own, ...shared } });
  }

  useNewDatabase() {
    const base = process.env.MUSTER_TEST_DATABASE_URL;
    if (!base) throw new Error("postgres needs MUSTER_TEST_DATABASE_URL: call scripts/bench/bench.sh");
    const name = path.basename(this.folder).replaceAll("-", "_").toLowerCase();
    execFileSync("psql", ["--quiet", "--command", `create database ${name}`, base]);
    this.settings.MUSTER_DATABASE_URL = base.replace(/[^/]*$/, name);
    this.settings.MUSTER_BUS_URL = process.env.MUSTER_TEST_BUS_URL;
  }

  /** Runs `muster` on this server's settings and gives what it printed. */
  muster(...words) {
    const env = { ...process.env, ...this.settings };
    return execFileSync(program("muster"), words, { encoding: "utf8", env, stdio: ["ignore", "pipe", "inherit"] }).trim();
  }

  /** Starts it; gives the milliseconds until its first answer. */
  async start(settings = {}, wrapper = []) {
    const began = performance.now();
    const log = path.join(this.folder, "server.log");
    const out = openSync(path.join(this.folder, "out"), "w");
    const err = openSync(log, "a");
    const env = { ...process.env, ...this.settings, ...settings };
    const words = [...wrapper, program("muster"), "serve"];
    this.process = spawn(words[0], words.slice(1), { env, stdio: ["ignore", out, err] });
    closeSync(out);
    closeSync(err);
    this.ended = new Promise((resolve) => this.process.once("exit", resolve));
    for (;;) {
      if (this.process.exitCode !== null) throw new Error(`the server ended: ${readFileSync(log)}`);
      this.url = readFileSync(path.join(this.folder, "out"), "utf8").match(/https?:\/\/[\d.:]+/)?.[0];
      if (this.url) break;
      await sleep(2);
    }
    if (this.url.startsWith("http:")) await fetch(`${this.url}/`);
    // The next start is to be found at the same place.
    this.settings.MUSTER_LISTEN = this.url.replace(/^https?:\/\//, "");
    return performance.now() - began;
  }

  async stop(signal = "SIGTERM") {
    if (!this.process) return;
    this.process.kill(signal);
    await this.ended;
    this.process = undefined;
  }

  async remove() {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Memory in MiB: `VmRSS` now, `VmHWM` at its most. */
  memory(field) {
    const status = readFileSync(`/proc/${this.process.pid}/status`, "utf8");
    return Number(status.match(new RegExp(`${field}:\\s+(\\d+)`))[1]) / 1024;
  }

  async call(method, where, body) {
    const headers = { "X-API-KEY": this.key, "Content-Type": "application/json" };
    const answer = await fetch(this.url + where, { method, headers, body: body && JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${where} answered ${answer.status}: ${text.slice(0, 300)}`);
    return where === "/metrics" ? text : JSON.parse(text);
  }

  /** How many agents are connected to it. */
  async connected() {
    const text = this.certificate
      ? await read(`${this.url}/metrics`, { "X-API-KEY": this.key }, this.certificate)
      : await this.call("GET", "/metrics");
    return Number(text.match(/^muster_agents_connected (\d+)$/m)?.[1] ?? 0);
  }

  /** Runs SQL on its database, while it does not run. */
  sql(text) {
    const url = this.settings.MUSTER_DATABASE_URL;
    const [name, words] = url
      ? ["psql", ["--quiet", "--set", "ON_ERROR_STOP=1", url]]
      : ["sqlite3", [path.join(this.folder, "muster.db")]];
    return execFileSync(name, words, { input: text, encoding: "utf8", maxBuffer: 2 ** 28 });
  }

  /** The one number that a query gives, while the server does not run. */
  number(text) {
    return Number(this.sql(text).match(/^\s*(\d+)\s*$/m)?.[1]);
  }
}
