/** What identifies a computer before something is done to it. */
import { formatDuration } from "../texts/format";
import type { Fact } from "../ui/Facts";
import { agents, agent as words } from "./messages";
import type { Agent } from "./queries";

export type Described = Pick<
  Agent,
  | "hostname"
  | "status"
  | "client_name"
  | "site_name"
  | "description"
  | "logged_username"
  | "italic"
  | "boot_time"
  | "maintenance_mode"
>;

export function summaryOf(agent: Described, now: number): Fact[] {
  return [
    [agents.column.client_name, agent.client_name],
    [agents.column.site_name, agent.site_name],
    [words.user, userOf(agent)],
    [words.uptime, uptimeOf(agent, now)],
    [words.description, agent.description || null],
    [agents.inMaintenance, agent.maintenance_mode ? words.isOn : null],
  ];
}

/** Somebody who is logged in may lose work; who was there last may know more. */
function userOf({ logged_username, italic }: Described): string {
  if (!italic && logged_username) return words.loggedIn(logged_username);
  return logged_username ? words.nobodyBut(logged_username) : words.nobody;
}

/** Whether an offline computer is still running is not known. */
function uptimeOf({ boot_time, status }: Described, now: number): string {
  if (!boot_time || status !== "online") return words.unknown;
  return formatDuration(Math.max(0, now / 1000 - boot_time));
}
