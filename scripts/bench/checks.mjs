// What results of checks cost: how many the server stores each second, and what that takes.

import { say } from "./server.mjs";
import { simulate } from "./sim.mjs";
import { row, times } from "./table.mjs";

/** Checks of each agent, of a policy that reaches all of them. */
const CHECKS = 10;
/** Results of the whole fleet each second: more than 10,000 agents with ten checks every two minutes. */
const RATE = 2000;

/** Stores as many results a second as a large fleet sends, and more. */
export async function checkBudgets(server, agents, { checkSeconds }) {
  await server.start();
  await monitorAll(server);
  const every = Math.max(1, Math.round((agents * CHECKS) / RATE));
  say(`results of ${CHECKS} checks of each agent every ${every} s`);
  const report = await simulate(server, { agents, seconds: checkSeconds, checks: CHECKS, "check-every": every });
  await server.stop();
  const { checks_sent: sent, checks_stored: stored, checks_lost: lost, check_results: results } = report.link;
  const took = report.link.storing_checks;
  return [
    row("results of checks stored each second", results / report.seconds, "results", null, times(took)),
    row("results of checks: messages not stored", sent - stored - lost, "messages", 0),
    row("results of checks: processor", report.process.processors * 100, "% of a core", null),
  ];
}

/** A policy for all agents with checks that do not need anything on the simulated computers. */
async function monitorAll(server) {
  const policy = await server.call("POST", "/automation/policies/", { name: "bench checks", active: true });
  for (let number = 0; number < CHECKS; number += 1) {
    await server.call("POST", "/checks/", {
      policy: policy.id,
      check_type: "diskspace",
      disk: `/disk-${number}`,
      warning_threshold: 10,
      error_threshold: 5,
    });
  }
  await server.call("PUT", "/core/settings/", { server_policy: policy.id, workstation_policy: policy.id });
}
