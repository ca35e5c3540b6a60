// The screen of a real agent on which text scrolls: frames a second at a viewer behind the
// relay, and what each takes.

import path from "node:path";
import { fileURLToPath } from "node:url";
import { HEIGHT, obstacle, startDesktop, WIDTH } from "./desktop.mjs";
import { startAgent } from "./real-agent.mjs";
import { Server, say } from "./server.mjs";
import { simulateRemote } from "./sim.mjs";
import { row, times } from "./table.mjs";

const what = `scrolling text at ${WIDTH} × ${HEIGHT}`;
const scroll = fileURLToPath(new URL("scroll.mjs", import.meta.url));

/** Rows with the budgets, or one that says why there are none. */
export async function screenBudgets(seconds) {
  const missing = obstacle();
  if (missing) {
    say(`${what}: not measured: ${missing}`);
    return [row(what, null, "", null, { missing })];
  }
  say(what);
  const desktop = await startDesktop(process.execPath, scroll);
  try {
    return await measure(desktop, seconds);
  } finally {
    await desktop.stop();
  }
}

async function measure(desktop, seconds) {
  const server = new Server("sqlite");
  let agent;
  try {
    await server.start();
    await server.call("POST", "/clients/", { client: { name: "Acme" }, site: { name: "Main" } });
    const site = (await server.call("GET", "/clients/"))[0].sites[0].id;
    // A notice would stand on the screen, and nobody is there to be asked.
    const screen = { consent: "off", recording: "off" };
    await server.call("PUT", "/remote/v1/policy/", { server: { screen }, workstation: { screen } });
    agent = await startAgent(server, site, desktop.within);
    return rows(await simulateRemote(server, "screen", "--agent-id", agent.id, "--seconds", String(seconds)));
  } finally {
    // The agent ends with its computer; the process that began it there, by this.
    await desktop.stop();
    await agent?.stop();
    await server.remove();
  }
}

function rows(report) {
  const size = [report.width, report.height];
  if (size.join() !== [WIDTH, HEIGHT].join()) throw new Error(`another screen was seen: ${size.join(" × ")}`);
  // No value would be within every budget.
  if (report.helper_ms_per_frame === null) throw new Error("the helper of the session was not found in /proc");
  return [
    row(`${what}: frames a second`, report.frames_per_second, "", 25, { isLeast: true, ...times(report.between) }),
    row(`${what}: processor time of the helper, per frame`, report.helper_ms_per_frame, "ms", 6),
    row(`${what}: bytes of a frame`, report.bytes_per_frame / 1000, "KB", 60),
  ];
}

if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  console.table(await screenBudgets(Number(process.env.BENCH_SECONDS ?? 15)), ["what", "value", "unit", "budget", "missing"]);
}
