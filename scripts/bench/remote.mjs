// Remote sessions: what one of a real agent takes, and what many of simulated ones take at
// the relay, which is in the server. Also callable alone: scripts/bench/remote.sh.

import { mkdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { startAgent } from "./real-agent.mjs";
import { screenBudgets } from "./screen.mjs";
import { Server, say } from "./server.mjs";
import { simulateRemote as simulate } from "./sim.mjs";
import { row, times } from "./table.mjs";

/** The relay may keep this much for a viewer who does not read. */
const FLAT_MIB = 4;

export async function remoteBudgets(seconds) {
  return [...(await sessionBudgets(seconds)), ...(await screenBudgets(seconds))];
}

async function sessionBudgets(seconds) {
  say("remote sessions");
  const server = new Server("sqlite");
  try {
    await server.start();
    await server.call("POST", "/clients/", { client: { name: "Acme" }, site: { name: "Main" } });
    const site = (await server.call("GET", "/clients/"))[0].sites[0].id;
    const rows = await session(server, site);
    // Anew: memory that one session has used would hide what many use.
    await server.stop();
    await server.start();
    return [...rows, ...(await crowd(server, site, seconds))];
  } finally {
    await server.remove();
  }
}

/** A session of a real agent, as the person at the keyboard meets it. */
async function session(server, site) {
  const folder = path.join(server.folder, "files");
  mkdirSync(folder);
  const agent = await startAgent(server, site);
  try {
    const pid = ["--pid", String(server.process.pid)];
    const report = await simulate(server, "session", "--agent-id", agent.id, "--folder", folder, ...pid);
    const grown = ([full, most]) => (most - full) / 1024;
    const { flood } = report;
    return [
      row("terminal: from the call to the prompt, p50", report.opening.p50, "ms", 300, times(report.opening)),
      row("terminal: key to echo, p50", report.echo.p50, "ms", 5, times(report.echo)),
      row("terminal: key to echo, p95", report.echo.p95, "ms", 15, times(report.echo)),
      row("`yes`, nobody reads: memory gained by the relay", grown(flood.relay_kib), "MiB", FLAT_MIB),
      row("`yes`, nobody reads: memory gained by the helper", grown(flood.helper_kib), "MiB", FLAT_MIB),
      row("`yes`, nobody reads: key to echo beside it, p95", flood.echo.p95, "ms", null, times(flood.echo)),
      row(`upload of ${report.file_mib} MiB`, report.upload_mb_per_second, "MB/s", 50, { isLeast: true }),
      row(`download of ${report.file_mib} MiB`, report.download_mb_per_second, "MB/s", 50, { isLeast: true }),
    ];
  } finally {
    await agent.stop();
  }
}

/** A hundred people at work and a thousand sessions in which nothing happens. */
async function crowd(server, site, seconds) {
  say("100 terminals in use and 1,000 idle ones");
  const words = ["--site", String(site), "--seconds", String(seconds), "--pid", String(server.process.pid)];
  const report = await simulate(server, "crowd", ...words);
  const { process: used } = report;
  const what = "relay, 100 terminals in use and 1,000 idle";
  return [
    row(`${what}: processor time`, used.processors * 100, "% of one", 20),
    row(`${what}: memory`, used.with_all_kib / 1024, "MiB", 150),
    row(`${what}: most memory, while they were opened`, used.peak_kib / 1024, "MiB", null),
    row(`${what}: key to echo, p95`, report.echo.p95, "ms", null, times(report.echo)),
    row(`${what}: sessions lost, and keys without an echo`, report.lost + report.unanswered, "", 0),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.table(await remoteBudgets(Number(process.env.BENCH_SECONDS ?? 15)), ["what", "value", "unit", "budget", "missing"]);
}
