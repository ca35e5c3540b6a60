// The real agent, idle: its memory, its processor time, its size on disk.

import { execFileSync, spawn } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { Server, say, sleep } from "./server.mjs";

const IDLE_SECONDS = 30;
const program = path.resolve(process.env.BENCH_AGENT ?? "target/small/muster-agent");

export async function agentBudgets() {
  say("the agent");
  const server = new Server("sqlite");
  const env = { ...process.env, MUSTER_AGENT_DATA: path.join(server.folder, "agent") };
  let agent;
  try {
    await server.start();
    await server.call("POST", "/clients/", { client: { name: "Acme" }, site: { name: "Main" } });
    const site = (await server.call("GET", "/clients/"))[0].sites[0].id;
    const token = server.muster("enroll-token", "create", "--site", String(site)).split("\n").at(-1);
    execFileSync(program, ["enroll", "--server", server.url, "--token", token], { env });
    agent = spawn(program, ["run"], { env, stdio: "ignore" });
    while ((await server.connected()) < 1) await sleep(100);
    await sleep(5000); // It collects its first inventory.
    const stat = () => readFileSync(`/proc/${agent.pid}/stat`, "utf8").split(") ")[1].split(" ");
    const ticks = () => Number(stat()[11]) + Number(stat()[12]);
    const before = ticks();
    await sleep(IDLE_SECONDS * 1000);
    const cpu = ((ticks() - before) / IDLE_SECONDS) * 1; // A hundred ticks are a second: percent.
    const status = readFileSync(`/proc/${agent.pid}/status`, "utf8");
    const memory = Number(status.match(/VmRSS:\s+(\d+)/)[1]) / 1024;
    const size = statSync(program).size / 2 ** 20;
    return [
      { what: "agent, memory when idle", value: memory, unit: "MiB", budget: 12 },
      { what: "agent, processor when idle", value: cpu, unit: "%", budget: 0.1 },
      { what: "agent, size of the program", value: size, unit: "MiB", budget: 8 },
    ];
  } finally {
    agent?.kill();
    await server.remove();
  }
}
