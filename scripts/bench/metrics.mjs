// What metrics cost: storing those of the whole fleet, reading them, and their place on the disk.

import { say, sleep } from "./server.mjs";
import { simulate } from "./sim.mjs";
import { row, times } from "./table.mjs";

/** From one message of an agent to its next. */
const INTERVAL_SECONDS = 300;
/** Agents send the last five minutes each minute: so many times as often as real ones. */
const HURRY = 5;
/** Of each simulated agent. */
const SERIES = 20;
const DAYS = 30;
/** An agent that was away sends six hours at a time, and the server keeps as many in a block. */
const WINDOW_MINUTES = 360;
/** More than a month takes at four messages a second. */
const MONTH_SECONDS = 90;
/** The first agent of every simulation, by the key of its row. */
const FIRST_AGENT = "(select id from agents where hostname = 'SRV-00000')";

export async function metricsBudgets(server, agents, { seconds, metricsSeconds }) {
  await server.start();
  const rows = await storing(server, agents, metricsSeconds);
  rows.push(...(await newest(server, seconds)));
  rows.push(...(await month(server, seconds)));
  return rows;
}

/**
 * What the server uses while all agents send. Their usual pace is computed: what connections alone
 * take, and a fifth of what five times as many messages add. The budget is for checks as well.
 */
async function storing(server, agents, seconds) {
  say("a connected fleet without metrics");
  const quiet = await simulate(server, { agents, seconds: Math.min(60, seconds) });
  say(`metrics of all agents, ${HURRY} times as often as real ones send them`);
  const busy = await simulate(server, { agents, seconds, "metrics-every": INTERVAL_SECONDS / HURRY });
  const [without, hurried] = [quiet, busy].map((report) => report.process.processors * 100);
  const usual = without + (hurried - without) / HURRY;
  const { metrics_sent: sent, metrics_stored: stored, storing_metrics: took } = busy.link;
  const unit = "% of a core";
  return [
    row("connected agents without metrics: processor", without, unit, null),
    row(`metrics of all agents, ${HURRY} × as often: processor`, hurried, unit, null, times(took)),
    row(`metrics of all agents, ${HURRY} × as often: not stored`, sent - stored, "messages", 0),
    row("connected agents with metrics, as often as real ones: processor", usual, unit, agents === 10_000 ? 40 : null),
  ];
}

/** The newest values of a fleet that has just sent some. */
async function newest(server, seconds) {
  return [
    await reading(server, seconds, "metrics-fleet", "GET /metrics/fleet/?name=cpu", null),
    await reading(server, seconds, "metrics-export", "GET /metrics/agents", null),
  ];
}

/** An agent with a month behind it: the chart of that, and what it takes on the disk. */
async function month(server, seconds) {
  say(`${DAYS} days of metrics of one agent`);
  const options = { agents: 1, seconds: MONTH_SECONDS, "metrics-every": 5, "metrics-days": DAYS };
  const { link } = await simulate(server, options);
  const messages = (DAYS * 24 * 60) / WINDOW_MINUTES;
  if (link.metrics_stored < messages) throw new Error(`${link.metrics_stored} of ${messages} messages are stored`);
  await pack(server);
  const what = `GET /agents/<agent_id>/metrics/, ${DAYS} days, 500 points, ${SERIES} series`;
  const read = await reading(server, seconds, "metrics", what, 10);
  await server.stop();
  const blocks = `from metric_blocks where step = 1 and agent_id = ${FIRST_AGENT};`;
  const bytes = server.number(`select sum(length(data)) ${blocks}`);
  const points = server.number(`select count(*) ${blocks}`) * WINDOW_MINUTES * SERIES;
  return [read, row("metrics by the minute, packed: bytes a point", bytes / points, "bytes", 2)];
}

async function reading(server, seconds, call, what, budget) {
  say(what);
  const report = await simulate(server, { agents: 1, seconds, calls: call, callers: 1 });
  const cpu = report.process.cpu_ms_per_call;
  return row(`${what}, processor time`, cpu, "ms", budget, times(report.calls[0].took));
}

/** Has the server pack windows that have ended, which it does each minute by itself. Leaves it running. */
async function pack(server) {
  for (let turn = 0; turn < 60; turn++) {
    await server.stop();
    // As in the server: a window is packed half an hour after its end.
    const open = Math.floor((Date.now() / 60_000 - 30) / WINDOW_MINUTES) * WINDOW_MINUTES;
    const left = server.number(
      `select count(*) from metric_parts where start_minute < ${open} and agent_id = ${FIRST_AGENT};`,
    );
    if (left > 0) server.sql("update schedules set next_run_at = 0 where name = 'metric_compaction';");
    await server.start();
    if (left === 0) return;
    await sleep(3000);
  }
  throw new Error("the metrics of a month are not packed");
}
