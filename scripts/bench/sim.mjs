// `muster sim` as a child: its report, or the running process.

import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { program } from "./server.mjs";

let number = 0;

/** Starts a simulation against a server. `report` is settled at its end. */
export function begin(server, { agents, seconds, ...options }) {
  const file = path.join(server.folder, `report-${++number}.json`);
  const urls = [server, ...(server.replicas ?? [])].map(({ url }) => url).join(",");
  const words = ["sim", "--json", file, "--server", urls, "--site", String(server.site)];
  words.push("--agents", String(agents), "--seconds", String(seconds), "--pid", String(server.process.pid));
  // The agents of a server are those of its first simulation, wherever they were moved since.
  words.push("--agent-ids", path.join(server.folder, "agent-ids"));
  // Metrics come at their own times: only who measures them asks for them.
  const all = { "metrics-every": 0, ...options };
  for (const [name, value] of Object.entries(all)) words.push(`--${name}`, String(value));
  const env = { ...process.env, ...server.settings, MUSTER_SIM_API_KEY: options.calls ? server.key : "" };
  if (server.certificate) env.SSL_CERT_FILE = server.certificate;
  if (!options.calls) delete env.MUSTER_SIM_API_KEY;
  const child = spawn(program("muster"), words, { env, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (text) => (said = (said + text).slice(-4000)));
  const report = new Promise((resolve, reject) => {
    child.once("exit", (code) => {
      if (code !== 0) return reject(new Error(`muster sim ended with ${code}: ${said}`));
      resolve(JSON.parse(readFileSync(file, "utf8")));
      rmSync(file);
    });
  });
  // Whoever began it asks later; until then a failure is not lost, only late.
  report.catch(() => {});
  return { child, report };
}

/** Runs a simulation to its end and gives its report. */
export const simulate = (server, options) => begin(server, options).report;

/** Runs a measurement of remote sessions, which ends by itself, and gives its report. */
export function simulateRemote(server, ...words) {
  const file = path.join(server.folder, "remote.json");
  const all = ["sim", ...words, "--server", server.url, "--json", file];
  const env = { ...process.env, ...server.settings, MUSTER_SIM_API_KEY: server.key };
  return new Promise((resolve, reject) => {
    const child = spawn(program("muster"), all, { env, stdio: ["ignore", "ignore", "inherit"] });
    child.once("error", reject);
    child.once("exit", (code) => {
      if (code !== 0) return reject(new Error(`muster ${all.slice(0, 2).join(" ")} ended with ${code}`));
      resolve(JSON.parse(readFileSync(file, "utf8")));
    });
  });
}
