// Measures every budget on each engine and size of fleet; called by bench.sh,
// which says what can be set.

import { mkdirSync, writeFileSync } from "node:fs";
import { agentBudgets } from "./agent.mjs";
import { emptyBudgets, fleetBudgets } from "./budgets.mjs";
import { fill } from "./fill.mjs";
import { instructions } from "./instructions.mjs";
import { machine, watchStolen } from "./machine.mjs";
import { remoteBudgets } from "./remote.mjs";
import { Server, say } from "./server.mjs";
import { markdown } from "./table.mjs";

const words = (name, otherwise) => (process.env[name] ?? otherwise).split(/\s+/).filter(Boolean);
const plan = {
  agents: words("BENCH_AGENTS", "1000 10000").map(Number),
  engines: words("BENCH_ENGINES", "sqlite postgres"),
  seconds: Number(process.env.BENCH_SECONDS ?? 15),
  tlsSeconds: Number(process.env.BENCH_TLS_SECONDS ?? 600),
  awaySeconds: Number(process.env.BENCH_AWAY_SECONDS ?? 900),
  metricsSeconds: Number(process.env.BENCH_METRICS_SECONDS ?? 180),
  checkSeconds: Number(process.env.BENCH_CHECK_SECONDS ?? 120),
  monitoringSeconds: Number(process.env.BENCH_MONITORING_SECONDS ?? 300),
  auditRows: Number(process.env.BENCH_AUDIT_ROWS ?? 1_000_000),
};

const results = { ...machine(), ...plan, measured: [], agent: [], remote: [], instructions: [] };
const day = results.date.slice(0, 10);

/** After every part: half an hour is too long to lose. */
function save() {
  mkdirSync("bench/results", { recursive: true });
  writeFileSync(`bench/results/${day}.json`, `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync("docs/benchmarks.md", markdown(results));
}

for (const engine of plan.engines) {
  for (const agents of plan.agents) {
    say(`${engine}, ${agents} agents`);
    const server = new Server(engine);
    const part = { engine, agents, rows: [] };
    const stolen = watchStolen();
    results.measured.push(part);
    try {
      part.rows.push(...(await emptyBudgets(server)));
      await fill(server, agents, plan.auditRows);
      // These take long: once is enough.
      const isLargest = engine === plan.engines[0] && agents === Math.max(...plan.agents);
      const tlsSeconds = isLargest ? plan.tlsSeconds : plan.seconds;
      const awaySeconds = isLargest ? plan.awaySeconds : 0;
      await fleetBudgets(server, agents, { ...plan, tlsSeconds, awaySeconds }, part.rows);
    } finally {
      part.stolen_percent = stolen();
      save();
      await server.remove();
    }
  }
}
results.agent = await agentBudgets();
save();
results.remote = await remoteBudgets(plan.seconds);
save();
results.instructions = await instructions(Math.min(1000, ...plan.agents));
save();
say(`bench/results/${day}.json and docs/benchmarks.md are written`);
