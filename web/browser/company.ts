/** What the people of a small fleet have made of it, through the API; see `company.sql` for the rest. */
import type { Agent } from "./muster.ts";
import type { Stage } from "./stage.ts";

/** Computers with a running agent, and their sites. */
const LIVE = [
  ["nw-app", 1],
  ["hafen-edi", 3],
  ["lumen-nas", 6],
] as const;

const BACKUP = `#!/bin/sh
# Fails when the newest backup is older than a day.
newest=$(find "\${1:-/var/backups}" -type f -newermt '-1 day' | head -n 1)
if [ -z "$newest" ]; then
    echo "no backup since yesterday" >&2
    exit 1
fi
echo "newest backup: $newest"
`;

/** An example for each kind of thing that has a page. */
export interface Examples {
  agentId: string;
  scriptId: number;
  runId: number;
  bulkId: number;
  roleId: number;
  policyId: number;
  /** Of the agent, and of the policy. */
  taskId: number;
  policyTaskId: number;
  checkId: number;
  policyCheckId: number;
  viewId: number;
  alertId: number;
  templateId: number;
  /** Of `company.sql`: no part of it came. */
  recordingId: number;
}

interface Made {
  id: number;
}

export async function furnish(stage: Stage): Promise<Examples> {
  const [live] = await Promise.all(LIVE.map(([hostname, site]) => stage.addAgent(hostname, site)));
  if (!live) throw new Error("no agent was started");
  await describe(stage, live);
  const scriptId = await fillLibrary(stage);
  const roleId = await hire(stage);
  const automated = await automate(stage, live, scriptId);
  const view = await stage.api<Made>("POST", "/core/views/", {
    page: "agents",
    name: "Servers by memory",
    query: { type: "server" },
    columns: ["hostname", "status", "client_name", "total_ram", "operating_system"],
    sort: "-total_ram",
    shared: true,
  });
  const results = await work(stage, live, scriptId);
  const alertId = await worry(stage, live);
  const templateId = await silence(stage, live, scriptId);
  const ids = { agentId: live.id, scriptId, roleId, viewId: view.id, alertId, templateId };
  return { ...ids, ...automated, ...results, recordingId: 1 };
}

/** Something is wrong, of each severity; somebody takes care of one of them. */
async function worry({ api }: Stage, live: Agent): Promise<number> {
  const raise = (severity: string, message: string) =>
    api<Made>("POST", "/alerts/", { severity, message, agent: live.id });
  await raise("info", "The tape has to be changed on Friday");
  await raise("warning", "The certificate of the shop expires in 9 days");
  const { id } = await raise("error", "The backup of last night is incomplete");
  await api("PUT", `/alerts/${id}/`, { type: "acknowledge", note: "Calling the storage vendor" });
  return id;
}

/** Who is notified, and when nobody is. */
async function silence({ api }: Stage, live: Agent, script: number): Promise<number> {
  const { id } = await api<Made>("POST", "/alerts/templates/", {
    name: "Servers at night",
    action: script,
    email_recipients: ["helpdesk@example.com"],
    check_always_email: true,
    escalation: [
      { after_minutes: 30, email_recipients: ["anna@example.com"], text_recipients: [] },
    ],
  });
  await api("PUT", "/clients/1/", { client: { alert_template: id } });
  const window = { start: "2026-01-10T22:00", time_zone: "Europe/Berlin", minutes: 240 };
  await api("POST", "/maintenance/windows/", {
    ...window,
    name: "Patch night",
    reason: "Updates of all servers",
    rrule: "FREQ=WEEKLY;BYDAY=SA",
    target_type: "client",
    target: 1,
  });
  await api("POST", "/maintenance/windows/", {
    ...window,
    name: "Always quiet",
    minutes: 1440,
    rrule: "FREQ=DAILY",
    target_type: "agent",
    target: live.id,
  });
  return id;
}

/** Facts of their own, notes and secrets. */
async function describe({ api }: Stage, live: Agent) {
  const field = (name: string, type: string, options: string[] = []) =>
    api<Made>("POST", "/core/customfields", { model: "agent", name, type, options });
  const warranty = await field("Warranty until", "datetime");
  const person = await field("Looked after by", "single", ["Anna", "Ben", "Chidi"]);
  await field("Backup", "checkbox");
  await api("PUT", `/agents/${live.id}/`, {
    description: "Practice software",
    custom_fields: [
      { field: warranty.id, string_value: "2028-03-31T00:00:00Z" },
      { field: person.id, string_value: "Chidi" },
    ],
  });
  await api("POST", `/agents/${live.id}/notes/`, {
    note: "The vendor must be told before updates of the database.",
  });
  await api("POST", "/core/keystore/", { name: "backup_target", value: "backup.example.com" });
  await api("POST", "/core/keystore/", { name: "smtp_password", value: "hidden", secret: true });
  await api("POST", "/clients/deployments/", { site: 5, agenttype: "workstation", plat: "linux" });
}

async function fillLibrary({ api }: Stage): Promise<number> {
  const script = (name: string, category: string, script_body: string, more = {}) =>
    api<Made>("POST", "/scripts/", { name, category, script_body, shell: "shell", ...more });
  await api("POST", "/scripts/snippets/", { name: "log", shell: "shell", code: 'logger -t "$0"' });
  await script("Restart the print queue", "Printing", "systemctl restart cups\n");
  const { id } = await script("Backup is fresh", "Backup", BACKUP, {
    description: "Fails when the newest backup is older than a day.",
    args: ["/var/backups"],
    favorite: true,
  });
  await api("PUT", `/scripts/${id}/`, { script_body: BACKUP.replace("head -n 1", "tail -n 1") });
  return id;
}

/** What happens without anybody: on one computer, and on all servers of a client. */
async function automate({ api }: Stage, live: Agent, script: number) {
  const policy = await api<Made>("POST", "/automation/policies/", {
    name: "Servers",
    desc: "What every server does at night",
    active: true,
  });
  await api("PUT", "/clients/1/", { client: { server_policy: policy.id } });
  const task = (name: string, owner: object, more: object) =>
    api<Made>("POST", "/tasks/", {
      name,
      ...owner,
      actions: [{ name: "Backup is fresh", type: "script", script, timeout: 90, script_args: [] }],
      task_type: "daily",
      run_time_date: "2026-01-01T02:30:00Z",
      daily_interval: 1,
      ...more,
    });
  const own = await task("Check the backup", { agent: live.id }, {});
  const theirs = await task("Check the backup at night", { policy: policy.id }, {});
  await task(
    "Clean up on Sundays",
    { policy: policy.id },
    {
      task_type: "weekly",
      weekly_interval: 1,
      run_time_bit_weekdays: 1,
    },
  );
  const checks = await watch({ api }, live, policy.id);
  return { policyId: policy.id, taskId: own.id, policyTaskId: theirs.id, ...checks };
}

/** What is watched: on one computer, and on all servers of a client. */
async function watch({ api }: Pick<Stage, "api">, live: Agent, policy: number) {
  const check = (owner: object, more: object) =>
    api<Made>("POST", "/checks/", { ...owner, ...more });
  const thresholds = { warning_threshold: 20, error_threshold: 10 };
  const own = await check(
    { agent: live.id },
    { check_type: "diskspace", disk: "/", ...thresholds },
  );
  await check({ agent: live.id }, { check_type: "ping", ip: "127.0.0.1", name: "Loopback" });
  const memory = { check_type: "memory", warning_threshold: 85, error_threshold: 95 };
  const theirs = await check({ policy }, { ...memory, name: "Memory of servers" });
  return { checkId: own.id, policyCheckId: theirs.id };
}

async function hire({ api }: Stage): Promise<number> {
  const rights = ["can_list_agents", "can_list_clients", "can_list_sites", "can_run_scripts"];
  const { id } = await api<Made>("POST", "/accounts/roles/", {
    ...Object.fromEntries(rights.map((right) => [right, true])),
    name: "School helpdesk",
    can_view_clients: [3],
  });
  for (const username of ["anna", "ben", "chidi"]) {
    const password = `the password of ${username}`;
    await api("POST", "/accounts/users/", { username, password, role: id });
  }
  await api("POST", "/accounts/apikeys/", { name: "wallboard", user: 1, read_only: true });
  return id;
}

/** Some things were run: one worked, one failed, one waits, one went to many. */
async function work({ api }: Stage, live: Agent, script: number) {
  const command = (cmd: string) =>
    api("POST", `/agents/${live.id}/cmd/`, { shell: "bash", cmd, timeout: 30 });
  await command("df -h /");
  await command("cat /var/log/practice/error.log");
  const away = "QvTnRkWbXsLpHdMzCyJfGaKeNuBiVoPtDrSxmwzE";
  await api("POST", `/agents/${away}/runscript/`, { script, output: "forget" });
  await api("POST", "/agents/actions/bulk/", {
    mode: "script",
    target: "all",
    script,
    args: ["/etc"],
    offline: "queue",
  });
  const runs = await api<{ id: number; agent_id: string; type: string; status: string }[]>(
    "GET",
    "/runs/",
  );
  const passed = runs.find((run) => run.agent_id === live.id && run.status === "passed");
  const [bulk] = await api<Made[]>("GET", "/agents/actions/bulk/");
  if (!passed || !bulk) throw new Error("nothing was run");
  return { runId: passed.id, bulkId: bulk.id };
}
