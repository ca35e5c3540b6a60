import { texts } from "../texts/texts";

export const dependencies = texts({
  title: "Dependencies",
  menu: "Depends on",
  formTitle: (name: string) => `What ${name} depends on`,
  formText:
    "For example its router, the host of a virtual machine, or a VPN gateway. While that one is away or fails, it is unreachable: the alert of that one lists it, and nobody is notified of it separately.",
  formPolicyText: "On every agent that runs this check.",
  agent: "Agent",
  agentHint: "Clear it to depend on nothing.",
  check: "Check of that agent",
  checkHint: "Leave it empty to depend on whether the agent can be reached.",
  anyCheck: "The agent itself",
  saved: (name: string) => `Saved what ${name} depends on.`,
  dependsOn: "Depends on",
  nothing: "Nothing",
  dependents: "What depends on it",
  checkOf: (check: string, host: string) => `${check} on ${host}`,
  policyCheck: (check: string) => `${check} (check of a policy)`,
  isUnreachable: "unreachable",
  isFailing: "fails or is away",
  change: "Change",
  unreachable: (host: string) => `Unreachable: behind ${host}`,
  unreachableText: "Nobody is notified of this agent separately. It is listed in the alert of",
  unreachableSomewhere: "Unreachable: behind another agent",
});
