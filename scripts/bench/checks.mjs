// What checks cost: how many results the server stores each second, and what it takes to monitor a
// whole fleet while technicians work.

import { statSync } from "node:fs";
import path from "node:path";
import { say } from "./server.mjs";
import { simulate } from "./sim.mjs";
import { row, times } from "./table.mjs";

/** Results of the whole fleet each second: more than 10,000 agents with ten checks every two minutes. */
const RATE = 2000;
/** From one run of an agent's checks to the next, and from one message with metrics to the next. */
const [CHECK_SECONDS, METRICS_SECONDS] = [120, 300];
/** Checks of each agent, of a policy that reaches all of them, on every system. */
const CHECKS = [
  { check_type: "cpuload", warning_threshold: 80, error_threshold: 90 },
  { check_type: "memory", warning_threshold: 80, error_threshold: 90 },
  ...[1, 2, 3, 4].map((number) => ({ check_type: "ping", ip: `127.0.0.${number}` })),
  ...[1, 2, 3, 4].map((port) => ({ check_type: "port", host: "127.0.0.1", port })),
];

/** A fleet that is monitored at its usual pace, then one that sends far more results. */
export async function checkBudgets(server, agents, { checkSeconds, monitoringSeconds }) {
  await server.start();
  await monitorAll(server);
  await settle(server, agents);
  const rows = await monitored(server, agents, monitoringSeconds);
  const every = Math.max(1, Math.round((agents * CHECKS.length) / RATE));
  say(`results of ${CHECKS.length} checks of each agent every ${every} s`);
  const options = { agents, seconds: checkSeconds, checks: CHECKS.length, "check-every": every };
  const report = await simulate(server, options);
  await server.stop();
  const { checks_sent: sent, checks_stored: stored, checks_lost: lost, check_results: results } = report.link;
  return [
    ...rows,
    row("results of checks stored each second", results / report.seconds, "results", null, times(report.link.storing_checks)),
    row("results of checks: messages not stored", sent - stored - lost, "messages", 0),
    row("results of checks: processor", report.process.processors * 100, "% of a core", null),
  ];
}

/** Every agent gets its checks before anything is measured. */
async function settle(server, agents) {
  say("definitions of checks for all agents");
  await simulate(server, { agents, seconds: 20, checks: CHECKS.length, "check-every": CHECK_SECONDS });
}

/** Ten checks every two minutes and metrics each minute of all agents, and commands meanwhile. */
async function monitored(server, agents, seconds) {
  say(`monitoring for ${seconds} s`);
  const size = () => (server.engine === "sqlite" ? statSync(path.join(server.folder, "muster.db")).size : null);
  const before = size();
  const options = { checks: CHECKS.length, "check-every": CHECK_SECONDS, "metrics-every": METRICS_SECONDS };
  const report = await simulate(server, { agents, seconds, calls: "command", callers: 8, rate: 20, ...options });
  const { link, process } = report;
  const [command] = report.calls;
  const lost = link.checks_sent - link.checks_stored + link.metrics_sent - link.metrics_stored;
  const is = agents === 10_000 && server.engine === "sqlite";
  const rows = [
    row("monitoring: processor", process.processors * 100, "% of a core", is ? 40 : null),
    row("monitoring: results of checks each second", link.check_results / report.seconds, "results", null, times(link.storing_checks)),
    row("monitoring: messages not stored", lost, "messages", 0),
    row("monitoring: POST cmd, p99", command.took.p99, "ms", 50, times(command.took)),
  ];
  if (before !== null) {
    const days = agents * (report.seconds / 86_400);
    rows.push(row("monitoring: growth of the file per agent and day", (size() - before) / 1024 / days, "KiB", null));
  }
  return rows;
}

/** A policy for all agents with these checks. */
async function monitorAll(server) {
  const policy = await server.call("POST", "/automation/policies/", { name: "bench checks", active: true });
  for (const check of CHECKS) await server.call("POST", "/checks/", { policy: policy.id, ...check });
  await server.call("PUT", "/core/settings/", { server_policy: policy.id, workstation_policy: policy.id });
}
