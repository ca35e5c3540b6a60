/** Dependencies as forms and pages have them. */
import type { Schema } from "../api/client";
import { dependencies as words } from "./messages";

export type Dependency = Schema<"Dependency">;
export type Dependent = Dependency["dependents"][number];
export type Body = Schema<"SetDependency">;

/** What depends on something. */
export type Subject = { agentId: string } | { check: number };

/** What a form has: identifier of an agent, and key of a check as text. */
export interface Values {
  agent: string | null;
  check: string | null;
}

interface Choice {
  value: string;
  label: string;
}

export const valuesOf = (dependency: Pick<Dependency, "agent" | "check">): Values => ({
  agent: dependency.agent ?? null,
  check: dependency.check ? String(dependency.check) : null,
});

/** A check means nothing without its agent. */
export const bodyOf = ({ agent, check }: Values): Body => ({
  agent,
  check: agent && check ? Number(check) : null,
});

/** Those that were found, with the chosen one and without the one that the form is about. */
export function agentChoices(
  found: { agent_id: string; hostname: string }[],
  chosen: Pick<Dependency, "agent" | "hostname">,
  subject: Subject,
): Choice[] {
  const own = "agentId" in subject ? subject.agentId : null;
  const choices = found
    .filter(({ agent_id }) => agent_id !== own)
    .map(({ agent_id, hostname }) => ({ value: agent_id, label: hostname }));
  const { agent, hostname } = chosen;
  if (!agent || choices.some(({ value }) => value === agent)) return choices;
  return [{ value: agent, label: hostname ?? agent }, ...choices];
}

/** The checks that the agent runs, without the one that the form is about. */
export function checkChoices(
  checks: Pick<Schema<"Check">, "id" | "name" | "readable_desc" | "overridden_by_policy">[],
  subject: Subject,
): Choice[] {
  const own = "check" in subject ? subject.check : null;
  return checks
    .filter(({ id, overridden_by_policy }) => id !== own && !overridden_by_policy)
    .map(({ id, name, readable_desc }) => ({ value: String(id), label: name || readable_desc }));
}

/** What something depends on, in words. */
export function parentText({ hostname, check_name }: Dependency): string {
  if (!hostname) return words.nothing;
  return check_name ? words.checkOf(check_name, hostname) : hostname;
}

/** Something that depends on it, in words. */
export function dependentText({ hostname, check_name, unreachable }: Dependent): string {
  const name = check_name
    ? hostname
      ? words.checkOf(check_name, hostname)
      : words.policyCheck(check_name)
    : (hostname ?? "");
  return unreachable ? `${name} (${words.isUnreachable})` : name;
}
