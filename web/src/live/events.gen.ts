/**
 * Every event of the server, its topic and its data. Written from the server's
 * catalogue of events by its tests, with UPDATE_EVENTS=1: do not edit.
 */
import type { Schema } from "../api/client";
import type { Right } from "../session/rights";

/** What can be followed. */
export type Topic =
  | "agents"
  | "checks"
  | "tasks"
  | "alerts"
  | "runs"
  | "pending"
  | "updates"
  | "software"
  | "notes"
  | "watches"
  | "remote"
  | "recordings"
  | "config"
  | `agent:${string}`
  | `run:${number}`
  | `bulk:${number}`;

/** The right to follow a topic, by what its name begins with; `null` when the server decides by object. */
export const RIGHTS_TO_FOLLOW = {
  agents: "can_list_agents",
  checks: "can_list_checks",
  tasks: "can_list_autotasks",
  alerts: "can_list_alerts",
  runs: "can_list_agent_history",
  pending: "can_list_pendingactions",
  updates: "can_manage_winupdates",
  software: "can_list_software",
  notes: "can_list_notes",
  watches: null,
  remote: "can_use_remote",
  recordings: "can_view_recordings",
  config: null,
  agent: "can_list_agents",
  run: null,
  bulk: "can_list_agent_history",
} as const satisfies Record<string, Right | null>;

/** Data of `agent.added`. */
export interface AgentAdded {
  /** Identifier of the agent. */
  agent_id: string;
  /** The name of the computer. */
  hostname: string;
  /** Whether it is a known agent that has another key now. */
  key_changed: boolean;
}

/** The keys of an agent that changed, under the names of `GET /agents/<agent_id>/` and with their new values. The others are left out. */
export interface AgentChanges {
  /** Whether policies of site, client and installation do not apply. */
  block_policy_inheritance?: boolean;
  /** When its system started, in seconds since 1970. */
  boot_time?: number | null;
  /** Seconds between two runs of a check. */
  check_interval?: number;
  /** Whether it has a connection. */
  connected?: boolean;
  /** Processors. */
  cpu_model?: string[];
  /** All values of its custom fields. */
  custom_fields?: Schema<"CustomFieldValue">[];
  /** Shell of the terminal. */
  default_shell?: string;
  /** Path of the shell if it is none of the known ones. */
  default_shell_custom?: string;
  /** What people wrote about it. */
  description?: string;
  /** Mounted file systems. */
  disks?: Schema<"ShownDisk">[];
  /** `amd64`, `386`, `arm64` or `arm`. */
  goarch?: string;
  /** Graphics cards. */
  graphics?: string;
  /** The name of the computer. */
  hostname?: string;
  /** Whether nobody is logged in any more. */
  italic?: boolean;
  /** The computer's own addresses. */
  local_ips?: string;
  /** Who is logged in, or was last. */
  logged_username?: string;
  /** Whether it is in maintenance. */
  maintenance_mode?: boolean;
  /** When maintenance ends by itself. */
  maintenance_until?: string | null;
  /** Manufacturer and model. */
  make_model?: string;
  /** What it is monitored as. */
  monitoring_type?: MonitoringType;
  /** Whether the system asks for a reboot. */
  needs_reboot?: boolean;
  /** Minutes without contact until it is offline. */
  offline_time?: number;
  /** Name and release of the operating system. */
  operating_system?: string;
  /** Whether the dashboard alerts when it is overdue. */
  overdue_dashboard_alert?: boolean;
  /** Whether a mail is sent when it is overdue. */
  overdue_email_alert?: boolean;
  /** Whether a text message is sent when it is overdue. */
  overdue_text_alert?: boolean;
  /** Minutes without contact until it is overdue. */
  overdue_time?: number;
  /** Physical disks. */
  physical_disks?: string[];
  /** Its system. */
  plat?: Platform;
  /** Key of the policy set on the agent itself. */
  policy?: number | null;
  /** The address the server sees it at. */
  public_ip?: string;
  /** Serial number. */
  serial_number?: string;
  /** Key of its site. */
  site?: number;
  /** When its software was last collected. */
  software_collected_at?: string;
  /** Time zone set by people. */
  time_zone?: string | null;
  /** Memory in GB. */
  total_ram?: number | null;
  /** Its updates, counted. */
  updates?: Schema<"AgentUpdates">;
  /** Release of the agent program. */
  version?: string;
  /** The update settings of the agent itself. */
  winupdatepolicy?: Schema<"PatchPolicy">[];
}

/** An agent. */
export interface AgentRef {
  /** Identifier of the agent. */
  agent_id: string;
}

/** Data of `agent.status`. */
export interface AgentStatus {
  /** Identifier of the agent. */
  agent_id: string;
  /** Whether it has a connection; left out when only its absence was noticed. */
  connected?: boolean;
  /** Its status from now on. */
  status: Presence;
}

/** Data of `agent.updated` and `agent.moved`. */
export interface AgentUpdated {
  /** Identifier of the agent. */
  agent_id: string;
  /** The keys that changed, with their new values. Left out or empty when the event does not carry them: read the agent again. */
  changed?: AgentChanges;
}

/** Data of `alert.count`. */
export interface AlertCount {
  /** Key of the client; null for alerts about no agent. */
  client_id: number | null;
  /** How many alerts are open there. */
  count: number;
  /** Key of the site; null for alerts about no agent. */
  site_id: number | null;
}

/** Data of the events about one alert. */
export interface AlertInfo {
  /** Identifier of the agent; null when it is about none. */
  agent_id: string | null;
  /** `availability`, `check`, `task` or `custom`. */
  alert_type: string;
  /** Whether the bell leaves it out. */
  hidden: boolean;
  /** Host name of the agent; null when it is about none. */
  hostname: string | null;
  /** Key of the alert. */
  id: number;
  /** What happened. */
  message: string;
  /** `info`, `warning` or `error`. */
  severity: string;
}

/** How many agents of a bulk action are in which state. */
export interface BulkCounts {
  /** Cancelled. */
  cancelled: number;
  /** Did not connect in time. */
  expired: number;
  /** Ended without success. */
  failed: number;
  /** Ended with success. */
  passed: number;
  /** Not started yet. */
  queued: number;
  /** Running. */
  running: number;
  /** Left out. */
  skipped: number;
  /** Ran out of time. */
  timed_out: number;
  /** All of them. */
  total: number;
}

/** Data of `bulk.progress` and `bulk.finished`. */
export interface BulkProgress {
  /** Its agents by state; those in the listener's scope alone. */
  counts: BulkCounts;
  /** Key of the bulk action. */
  id: number;
}

/** Checks by state. */
export interface CheckCounts {
  /** Failing with severity error. */
  failing: number;
  /** Whether any fails. */
  has_failing_checks: boolean;
  /** Failing with severity info. */
  info: number;
  /** Passing. */
  passing: number;
  /** All that run. */
  total: number;
  /** Failing with severity warning. */
  warning: number;
}

/** Data of `check.result`. */
export interface CheckResult {
  /** Key of the agent. */
  agent: number;
  /** Identifier of the agent. */
  agent_id: string;
  /** Key of the check. */
  check: number;
  /** The checks of where it is. */
  counts: CheckResultCounts;
  /** Failing results in a row. */
  fail_count: number;
  /** When it last ran; null if it never did. */
  last_run: string | null;
  /** Key of the result. */
  result: number;
  /** How bad a failure is; null while it does not fail. */
  severity: CheckSeverity | null;
  /** Whether it is as it should be. */
  status: CheckStatus;
}

/** Checks of an agent, its site and its client. */
export interface CheckResultCounts {
  /** Of the agent. */
  agent: CheckCounts;
  /** Of all agents of its client. */
  client: FailingCounts;
  /** Of all agents of its site. */
  site: FailingCounts;
}

/** How bad a failure of a check is. */
export type CheckSeverity = "info" | "warning" | "error";

/** Whether a check is as it should be. */
export type CheckStatus = "pending" | "passing" | "failing";

/** Data of `saved` and `deleted`. */
export interface ConfigObject {
  /** What was saved or deleted. */
  entity: Entity;
  /** Key of the object. */
  id: number;
  /** Whether everybody sees it; only of views. */
  shared?: boolean;
  /** Key of the user it belongs to; only of views. */
  user?: number;
}

/** The objects that events of the topic `config` are about. */
export type Entity = "client" | "site" | "deployment" | "policy" | "task" | "check" | "script" | "snippet" | "customfield" | "keystore" | "coresettings" | "role" | "apikey" | "user" | "view" | "pendingagent" | "rollout" | "urlaction" | "alerttemplate" | "maintenancewindow";

/** Failing checks by severity. */
export interface FailingCounts {
  /** With severity error. */
  error: number;
  /** With severity warning. */
  warning: number;
}

/** What an agent is monitored as. */
export type MonitoringType = "server" | "workstation";

/** A note on an agent. */
export interface NoteRef {
  /** Identifier of the agent. */
  agent_id: string;
  /** Key of the note. */
  id: number;
}

/** Streams of a run. */
export type OutputStream = "stdout" | "stderr";

/** The system of an agent. */
export type Platform = "windows" | "linux" | "darwin";

/** Whether an agent is there. */
export type Presence = "online" | "offline" | "overdue";

/** Data of `recording.changed`. */
export interface RecordingChanged {
  /** Identifier of the agent. */
  agent_id: string;
  /** Key of the recording. */
  recording: number;
  /** Its session, a UUID. */
  session: string;
  /** `recording`, `complete`, `incomplete` or `deleted`. */
  state: string;
}

/** Data of `remote.ended`. */
export interface RemoteEnded {
  /** Identifier of the agent. */
  agent_id: string;
  /** Why, for programs. */
  code: string;
  /** The session, a UUID. */
  session: string;
}

/** Data of `remote.opened`. */
export interface RemoteOpened {
  /** Identifier of the agent. */
  agent_id: string;
  /** `terminal`, `files`, `screen` or `tunnel`. */
  kind: string;
  /** The session, a UUID. */
  session: string;
  /** Name of the user who opened it. */
  user: string;
}

/** A remote session. */
export interface RemoteRef {
  /** Identifier of the agent. */
  agent_id: string;
  /** The session, a UUID. */
  session: string;
}

/** How a run ends. */
export type RunEnd = "passed" | "failed" | "timed_out" | "cancelled" | "interrupted" | "expired";

/** Data of `run.finished`. */
export interface RunFinished {
  /** Identifier of its agent. */
  agent_id: string;
  /** Key of the run. */
  id: number;
  /** Its return code; null if it did not end by itself. */
  retcode: number | null;
  /** How it ended. */
  status: RunEnd;
}

/** Data of `run.output`. */
export interface RunOutput {
  /** Key of the run. */
  id: number;
  /** Bytes of this stream before this text. */
  offset: number;
  /** Where the run printed it. */
  stream: OutputStream;
  /** What it printed. */
  text: string;
}

/** A run. */
export interface RunRef {
  /** Identifier of its agent. */
  agent_id: string;
  /** Key of the run. */
  id: number;
}

/** Data of `task.result`. */
export interface TaskResult {
  /** Identifier of the agent. */
  agent_id: string;
  /** Seconds it ran; null if nothing ran. */
  execution_time: number | null;
  /** When it began; null if nothing ran. */
  last_run: string | null;
  /** Return code; null if nothing ran. */
  retcode: number | null;
  /** Whether the task did its work. */
  status: TaskStatus;
  /** Key of the task. */
  task: number;
}

/** How a run of a task ended. */
export type TaskStatus = "passing" | "failing";

/** Data of `task.synced`. */
export interface TasksSynced {
  /** Identifier of the agent. */
  agent_id: string;
  /** Keys of the tasks. */
  tasks: number[];
}

/** Data of `changed` on `updates`. */
export interface UpdatesChanged {
  /** Identifier of the agent; left out when there may be several. */
  agent_id?: string;
}

/** Data of `watch.fired`. */
export interface WatchFired {
  /** Identifier of the agent; also for a run. */
  agent_id: string;
  /** What has happened. */
  event: WatchedEvent;
  /** Host name of the agent. */
  hostname: string;
  /** Key of the watch. */
  id: number;
  /** The same as a sentence. */
  message: string;
  /** Key of the run; null if an agent was watched. */
  run: number | null;
  /** How the run ended; null if an agent was watched. */
  status: string | null;
  /** Key of its owner, the only one who gets the event. */
  user: number;
}

/** Data of `watch.changed`. */
export interface WatchRef {
  /** Key of the watch. */
  id: number;
  /** Key of its owner, the only one who gets the event. */
  user: number;
}

/** What a watch waits for. */
export type WatchedEvent = "online" | "offline" | "ended";

/** An event as it arrives on each of these topics. */
type On<Where extends Topic, Type extends string, Data> = Where extends Topic
  ? { seq: number; time: string; topic: Where; type: Type; data: Data }
  : never;

/** The events that arrive on a topic. */
export type EventOn<Where extends Topic> = Extract<LiveEvent, { topic: Where }>;

/** Everything that can arrive. A newer server may send types that are not listed here. */
export type LiveEvent =
  /** Sent when an agent enrolled, for the first time or again, or was restored after its removal. */
  | On<"agents" | `agent:${string}`, "agent.added", AgentAdded>
  /** Sent when an agent was removed, or moved to where the listener does not see it. */
  | On<"agents" | `agent:${string}`, "agent.removed", AgentRef>
  /** Sent when an agent connected, or was not seen for its offline time or its overdue time. */
  | On<"agents" | `agent:${string}`, "agent.status", AgentStatus>
  /** Sent when something about an agent changed: what people set, what it reports, or its connection. */
  | On<"agents" | `agent:${string}`, "agent.updated", AgentUpdated>
  /** Sent when an agent was put into another site. */
  | On<"agents" | `agent:${string}`, "agent.moved", AgentUpdated>
  /** Sent when a check failed, its status or severity changed, it was run by hand, or it was reset; not for each result that passes as the one before. */
  | On<"checks" | `agent:${string}`, "check.result", CheckResult>
  /** Sent when a run of a task ended on its agent. */
  | On<"tasks" | `agent:${string}`, "task.result", TaskResult>
  /** Sent when tasks of an agent are the same on the agent and on the server again. */
  | On<"tasks" | `agent:${string}`, "task.synced", TasksSynced>
  /** Sent when an alert was opened. */
  | On<"alerts", "alert.opened", AlertInfo>
  /** Sent when the message or severity of an alert changed, somebody acknowledged it, its snooze ended, its action printed something, or it was deleted. */
  | On<"alerts", "alert.updated", AlertInfo>
  /** Sent when an alert was closed, by a recovery or by hand. */
  | On<"alerts", "alert.resolved", AlertInfo>
  /** Sent when somebody snoozed an alert. */
  | On<"alerts", "alert.snoozed", AlertInfo>
  /** Sent when the number of open alerts of a site changed, without those that are snoozed or hidden. */
  | On<"alerts", "alert.count", AlertCount>
  /** Sent when a run was stored, before its order is sent. */
  | On<"runs" | `run:${number}`, "run.queued", RunRef>
  /** Sent when the agent accepted the order, or the server began it. */
  | On<"runs" | `run:${number}`, "run.started", RunRef>
  /** Sent when a run printed something; output that comes together is merged into at most 20 events a second. */
  | On<`run:${number}`, "run.output", RunOutput>
  /** Sent when a run has ended, also when it never started. */
  | On<"runs" | `run:${number}`, "run.finished", RunFinished>
  /** Sent when a run that may wait for its agent was stored. */
  | On<"pending", "created", RunRef>
  /** Sent when a run no longer waits: its agent has it, it was cancelled, or its time is up. */
  | On<"pending", "removed", RunRef>
  /** Sent when runs of a bulk action began or ended. */
  | On<`bulk:${number}`, "bulk.progress", BulkProgress>
  /** Sent when a bulk action has ended. */
  | On<`bulk:${number}`, "bulk.finished", BulkProgress>
  /** Sent when updates were found, decided about or installed. */
  | On<"updates", "changed", UpdatesChanged>
  /** Sent when the software of an agent was collected. */
  | On<"software", "changed", AgentRef>
  /** Sent when somebody or a run left a note on an agent. */
  | On<"notes", "created", NoteRef>
  /** Sent when the text of a note was changed. */
  | On<"notes", "changed", NoteRef>
  /** Sent when a note was deleted. */
  | On<"notes", "removed", NoteRef>
  /** Sent when somebody added or removed a watch of their own. */
  | On<"watches", "watch.changed", WatchRef>
  /** Sent when an agent came online or went offline, or a run ended, and somebody had asked to be told; the watch is gone then. */
  | On<"watches", "watch.fired", WatchFired>
  /** Sent when somebody opened a remote session on an agent. */
  | On<"remote" | `agent:${string}`, "remote.opened", RemoteOpened>
  /** Sent when something about a remote session changed: its state, its viewers, who drives it, or what the person at the computer answered. */
  | On<"remote" | `agent:${string}`, "remote.changed", RemoteRef>
  /** Sent when a remote session ended. */
  | On<"remote" | `agent:${string}`, "remote.ended", RemoteEnded>
  /** Sent when a recording of a remote session began, grew, ended or was deleted; while it grows, about once a second at most. */
  | On<"recordings", "recording.changed", RecordingChanged>
  /** Sent when an object was created or changed. */
  | On<"config", "saved", ConfigObject>
  /** Sent when an object was deleted, or a view is no longer shared. */
  | On<"config", "deleted", ConfigObject>;
