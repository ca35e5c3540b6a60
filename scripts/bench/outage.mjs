// A long outage: however long a server was away, its whole fleet is back within a minute.

import { say, sleep, until } from "./server.mjs";
import { begin } from "./sim.mjs";
import { row } from "./table.mjs";
import { certify } from "./tls.mjs";

/** How long the fleet may take to connect at first, and to come back. */
const LIMIT = 180;

/** The server is away for so long, once without TLS and once with it. */
export async function outages(server, agents, awaySeconds) {
  const rows = [await outage(server, agents, awaySeconds, {}, "plain")];
  const settings = certify(server);
  server.certificate = settings.MUSTER_TLS_CERT;
  rows.push(await outage(server, agents, awaySeconds, settings, "TLS"));
  server.certificate = undefined;
  return rows;
}

async function outage(server, agents, awaySeconds, settings, name) {
  say(`away for ${awaySeconds} s, ${name}`);
  await server.start(settings);
  const fleet = begin(server, { agents, seconds: awaySeconds + 2 * LIMIT });
  const all = async () => (await server.connected()) === agents;
  await until(all, LIMIT, "all agents are connected");
  await server.stop();
  say("the server is away");
  await sleep(awaySeconds * 1000);
  say("the server comes back");
  const returned = performance.now();
  await server.start(settings);
  await until(all, LIMIT, "all agents are back");
  const back = (performance.now() - returned) / 1000;
  fleet.child.kill("SIGINT");
  await fleet.report;
  await server.stop();
  return row(`all agents back after ${awaySeconds} s without a server, ${name}`, back, "s", 60);
}
