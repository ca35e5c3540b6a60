// Instructions per request of the three hottest paths, by callgrind: a number
// that a busy machine does not change, so that regressions show.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fill } from "./fill.mjs";
import { Server, say, sleep } from "./server.mjs";
import { begin } from "./sim.mjs";

const REQUESTS = 10;

export async function instructions(agents) {
  if (!installed("valgrind")) {
    say("valgrind is not installed: no instruction counts");
    return [];
  }
  say("instruction counts");
  const server = new Server("sqlite");
  try {
    await fill(server, agents, 1000);
    const out = path.join(server.folder, "callgrind");
    const options = ["--tool=callgrind", "--instr-atstart=no", `--callgrind-out-file=${out}`];
    await server.start({}, ["valgrind", "--quiet", ...options]);
    const line = begin(server, { agents: 1, seconds: 600 });
    while ((await server.connected()) < 1) await sleep(200);
    const [{ agent_id: agent }] = (await server.call("GET", "/agents/?search=is:connected"));
    const command = { shell: "bash", cmd: "uptime", timeout: 60 };
    const rows = [];
    for (const [what, method, where, body] of [
      [`GET /agents/, ${agents.toLocaleString("en-US")} agents`, "GET", "/agents/"],
      ["GET /agents/<agent_id>/", "GET", `/agents/${agent}/`],
      ["POST /agents/<agent_id>/cmd/", "POST", `/agents/${agent}/cmd/`, command],
    ]) {
      await server.call(method, where, body); // Once for caches and lazy parts.
      control(server, "--instr=on");
      for (let n = 0; n < REQUESTS; n++) await server.call(method, where, body);
      control(server, "--instr=off");
      control(server, "--dump");
      control(server, "--zero");
      rows.push({ what, instructions: Math.round(dumped(out, rows.length + 1) / REQUESTS) });
    }
    line.child.kill("SIGINT");
    await line.report.catch(() => {});
    return rows;
  } finally {
    await server.remove();
  }
}

const installed = (name) => {
  try {
    execFileSync(name, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};

const control = (server, word) =>
  execFileSync("callgrind_control", [word, String(server.process.pid)], { stdio: "ignore" });

const dumped = (out, number) => {
  const text = readFileSync(`${out}.${number}`, "utf8");
  // The summary counts from the start, which had nothing counted.
  return Number(text.match(/^totals: (\d+)/m)?.[1] ?? 0);
};
