// The budgets of the architecture, each measured the way a caller meets it.

import { checkBudgets } from "./checks.mjs";
import { metricsBudgets } from "./metrics.mjs";
import { outages } from "./outage.mjs";
import { say, sleep, until } from "./server.mjs";
import { begin, simulate } from "./sim.mjs";
import { row, times } from "./table.mjs";
import { certify } from "./tls.mjs";

/** With few agents, what the server needs anyway is most of what each seems to cost. */
const perAgent = (agents) => (agents === 10_000 ? 25 : null);

/** What a server takes that nobody uses. */
export async function emptyBudgets(server) {
  await server.start(); // The first start also makes the schema.
  await server.stop();
  const began = await server.start();
  await sleep(2000);
  const rows = [
    row("start to first answer", began, "ms", 1000),
    row("memory without agents", server.memory("VmRSS"), "MiB", 60),
  ];
  await server.stop();
  return rows;
}

/** Adds to the rows as it goes: what was measured stays, whatever comes. */
export async function fleetBudgets(server, agents, plan, rows) {
  const { seconds, tlsSeconds, awaySeconds, metricsSeconds, checkSeconds, monitoringSeconds } = plan;
  rows.push(row("enrolment of one agent", server.enrolment.p50, "ms", null, times(server.enrolment)));
  await server.start();
  rows.push(...(await lists(server, agents, seconds)));
  rows.push(...(await waiting(server)));
  // Anew: memory that lists have used would hide what agents use.
  await server.stop();
  await server.start();
  rows.push(...(await commands(server, agents, seconds)));
  await server.stop();
  rows.push(...(await storm(server, agents)));
  if (server.engine === "postgres") rows.push(...(await replicas(server, agents)));
  rows.push(...(await encrypted(server, agents, tlsSeconds)));
  if (awaySeconds > 0) rows.push(...(await outages(server, agents, awaySeconds)));
  // Last: what they leave in the database is not in the measurements before.
  rows.push(...(await metricsBudgets(server, agents, { seconds, metricsSeconds })));
  rows.push(...(await checkBudgets(server, agents, { checkSeconds, monitoringSeconds })));
}

/** Reading: processor time of the server per call, and what the caller waits. */
async function lists(server, agents, seconds) {
  const rows = [];
  for (const [call, what, budget] of [
    ["agents", "GET /agents/", agents === 10_000 ? 60 : null],
    ["agents-reduced", "GET /agents/?detail=false", agents === 10_000 ? 15 : null],
    ["agents-page", "GET /agents/?page_size=100", null],
    ["agent", "GET /agents/<agent_id>/", 1],
    ["clients", "GET /clients/", null],
    ["software", "GET /software/<agent_id>/", null],
    ["audit", "PATCH /logs/audit/, page 1", 10],
    ["audit-deep", "PATCH /logs/audit/, page 1,000", 10],
  ]) {
    say(what);
    const report = await simulate(server, { agents: 1, seconds, calls: call, callers: 1 });
    const cpu = report.process.cpu_ms_per_call;
    rows.push(row(`${what}, processor time`, cpu, "ms", budget, times(report.calls[0].took)));
  }
  say("four lists at once");
  await simulate(server, { agents: 1, seconds, calls: "agents", callers: 4 });
  const most = server.memory("VmHWM");
  rows.push(row("most memory with four lists at once", most, "MiB", agents === 10_000 ? 300 : null));
  return rows;
}

/** A thousand callers who wait for their commands at once. */
async function waiting(server) {
  say("1,000 commands at once");
  const options = { agents: 100, seconds: 10, calls: "command", callers: 1000, "run-ms": 2000 };
  const report = await simulate(server, options);
  const [command] = report.calls;
  const failed = command.put_off + command.refused + command.unanswered;
  return [row("1,000 waiting at once: not answered", failed, "calls", 0, times(command.took))];
}

/** Commands to a connected fleet, over what the run itself takes. */
async function commands(server, agents, seconds) {
  say("commands");
  const options = { agents, seconds, calls: "command", callers: 16, rate: 50 };
  const report = await simulate(server, options);
  const { p50, p99, ...rest } = report.calls[0].took;
  const cpu = report.process.cpu_ms_per_call;
  return [
    row("POST cmd, p50", p50, "ms", 5, times({ p50, p99, ...rest })),
    row("POST cmd, p99", p99, "ms", 50, times({ p50, p99, ...rest })),
    row("POST cmd, processor time", cpu, "ms", null),
    row("memory per connected agent, plain", report.process.kib_per_agent, "KiB", perAgent(agents)),
  ];
}

/** A restart under a connected fleet, and one script to all of it. */
async function storm(server, agents) {
  say("a restart under the fleet");
  await server.start();
  const fleet = begin(server, { agents, seconds: 180 });
  await until(async () => (await server.connected()) === agents, 180, "all agents are connected");
  await server.stop();
  const down = performance.now();
  await server.start();
  await until(async () => (await server.connected()) === agents, 180, "all agents are back");
  const back = (performance.now() - down) / 1000;

  const rows = await fanOut(server, fleet, "one command to all");
  await server.stop();
  return [row("all agents back after a restart", back, "s", 60), ...rows];
}

/** Half of the fleet on either of two replicas, and one command to all of it. */
async function replicas(server, agents) {
  say("two replicas");
  await server.start();
  const other = server.replica();
  try {
    await other.start();
    server.replicas = [other];
    const fleet = begin(server, { agents, seconds: 180 });
    const all = async () => (await server.connected()) + (await other.connected()) === agents;
    await until(all, 180, "all agents are connected");
    const part = (await other.connected()) / agents;
    const rows = await fanOut(server, fleet, "one command to all on two replicas");
    return [row("part of the fleet on the second replica", part * 100, "%", null), ...rows];
  } finally {
    server.replicas = undefined;
    await other.remove();
    await server.stop();
  }
}

/** One command to every agent of a connected fleet, which then goes away. */
async function fanOut(server, fleet, what) {
  say(what);
  const began = Date.now();
  const body = { mode: "command", target: "all", cmd: "uptime", shell: "bash", timeout: 60, offline: "skip" };
  const bulk = await server.call("POST", "/agents/actions/bulk/?detail=true", body);
  let seen;
  // Rarely, as counting ten thousand runs is work for the database, too: the server
  // notes itself when it has the last result.
  await until(async () => {
    await sleep(1000);
    seen = await server.call("GET", `/agents/actions/bulk/${bulk.id}/`);
    return seen.status !== "running";
  }, 180, "all results are stored");
  const stored = (Date.parse(seen.finished) - began) / 1000;
  fleet.child.kill("SIGINT");
  const { link } = await fleet.report;
  return [
    row(`${what}: the last order reached its agent`, (link.latest_order - began) / 1000, "s", 2),
    row(`${what}: stored`, stored, "s", 10, { counts: seen.counts }),
    row(`${what}: results a second`, seen.counts.passed / stored, "a second", null),
  ];
}

/** The same fleet over TLS, with technicians at work and metrics as often as real agents send them. */
async function encrypted(server, agents, seconds) {
  say("TLS");
  const settings = certify(server);
  await server.start(settings);
  server.certificate = settings.MUSTER_TLS_CERT;
  const options = { agents, seconds, calls: TECHNICIANS, callers: 8, rate: 20, "metrics-every": 300 };
  const { link, calls, process, memory_kib: memory, arrived_after } = await simulate(server, options);
  server.certificate = undefined;
  await server.stop();
  const sum = (name) => calls.reduce((all, call) => all + call[name], 0);
  const gained = (memory.at(-1) - memory[Math.min(60, memory.length - 1)]) / 1024;
  const commands = calls.find(({ call }) => call === "command").took;
  return [
    row("TLS: all connected", arrived_after, "s", 60, times(link.connecting)),
    row("TLS: memory per connected agent", process.kib_per_agent, "KiB", perAgent(agents)),
    row(`TLS, ${seconds} s of load: connections lost`, link.lost + link.failed, "connections", 0),
    row(`TLS, ${seconds} s of load: results not stored`, link.orders - link.closed, "results", 0),
    row(`TLS, ${seconds} s of load: calls not answered`, sum("refused") + sum("unanswered") + sum("put_off"), "calls", 0),
    row(`TLS, ${seconds} s of load: POST cmd, p99`, commands.p99, "ms", 50, times(commands)),
    row(`TLS, ${seconds} s of load: memory gained after the first minute`, gained, "MiB", 20),
  ];
}

/** What technicians do all day, lists of the whole fleet aside. */
const TECHNICIANS = "clients,agents-page,agent,software,agent-tasks,audit,command";
