import { expect, test } from "vitest";
import type { Bulk } from "./queries";
import { ruleOf, targetOf, whatOf } from "./what";

const what = (mode: Bulk["mode"], body: object) => whatOf({ mode, body: body as never });

test("a bulk action is named by what it ran", () => {
  expect(what("command", { cmd: "ipconfig /all" })).toBe("ipconfig /all");
  expect(what("command", { cmd: "cd /tmp\nls" })).toBe("cd /tmp …");
  expect(what("script", { script: 4, script_name: "Tidy", args: ["-x", "two words"] })).toBe(
    'Tidy -x "two words"',
  );
  expect(what("script", { script: 4 })).toBe("Script 4");
  expect(what("patch", { patchMode: "install" })).toBe("Install approved updates");
  expect(what("software", { name: "git", version: "2.4" })).toBe("git 2.4");
  expect(what("task", { task: 3, task_name: "Nightly" })).toBe("Nightly");
  expect(what("edit", { fields: { site: 2, policy: null } })).toBe("site, policy");
  expect(what("reboot", {})).toBe("");
});

test("its rule is shown, also for defaults", () => {
  const rule = (body: object) => Object.fromEntries(ruleOf(body as never));
  expect(rule({})).toMatchObject({
    "At a time": "Unlimited",
    "Stop if": "Never",
    "Offline agents": "Wait up to 24 hours",
  });
  expect(rule({ batch: 5, stop_on_failures: 0, offline: "skip", shell: "sh" })).toMatchObject({
    Shell: "sh",
    "At a time": "At most 5 agents",
    "Stop if": "More than 0 % fail",
    "Offline agents": "Skip them",
  });
});

test("its targets are named as far as they are known", () => {
  const places = (kind: string, id: number) => (id === 1 ? `${kind} one` : undefined);
  const target = (request: object) => targetOf(request as never, places);
  expect(target({ target: "all", osType: "windows" })).toBe("All agents, windows");
  expect(target({ target: "agents", agents: [1, 2] })).toBe("2 selected agents");
  expect(target({ target: "agents" })).toBe("Selected agents");
  expect(target({ target: "client", client: 1 })).toBe("Client client one");
  expect(target({ target: "site", site: 9 })).toBe("Site 9");
  expect(target({ target: "filter", filter: { status: "online" } })).toBe(
    "Agents that match status: online",
  );
});
