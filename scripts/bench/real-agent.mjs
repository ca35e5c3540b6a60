// A real agent of a server on this machine, for one measurement.

import { execFileSync, spawn } from "node:child_process";
import path from "node:path";
import { sleep, until } from "./server.mjs";

const agentProgram = path.resolve(process.env.BENCH_AGENT ?? "target/small/muster-agent");

/**
 * Enrols an agent and waits until it has nothing to do by itself. `within` is how its command
 * begins when it runs in surroundings of its own.
 */
export async function startAgent(server, site, within = []) {
  const token = server.muster("enroll-token", "create", "--site", String(site)).split("\n").at(-1);
  const env = { ...process.env, MUSTER_AGENT_DATA: path.join(server.folder, "agent") };
  execFileSync(agentProgram, ["enroll", "--server", server.url, "--token", token], { env });
  const [program, ...words] = [...within, agentProgram, "run"];
  const running = spawn(program, words, { env, stdio: "ignore" });
  const ended = new Promise((resolve) => running.once("exit", resolve));
  const stop = async () => {
    running.kill();
    await ended;
  };
  try {
    await until(async () => (await server.connected()) === 1, 60, "the agent is connected");
    await sleep(5000); // It collects its first inventory.
    const [{ agent_id: id }] = await server.call("GET", "/agents/?detail=false");
    return { id, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
