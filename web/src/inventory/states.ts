/** Which values are a state, and how good it is: antivirus, firewall, encryption, health. */
import { ui } from "../ui/messages";
import type { Tone } from "../ui/theme";
import { inventory as words } from "./messages";

export type Fields = Record<string, unknown>;

export interface State {
  tone: Tone;
  text: string;
}

/** What a value is seen with. */
export interface Context {
  fields: Fields;
  /** All rows of its group. */
  rows: Fields[];
  /** Whether a firewall of somebody else is on. */
  hasOtherFirewall: boolean;
}

type Judge = (name: string, value: unknown, context: Context) => State | undefined;

const JUDGES: Record<string, Judge> = {
  antivirus: productState,
  firewall_products: productState,
  firewall: firewallState,
  tpm: tpmState,
  volumes: (name, value) => (name === "bitlocker" ? worded(ENCRYPTION, value) : undefined),
  activation: (name, value) => (name === "status" ? worded(ACTIVATION, value) : undefined),
  physical_disks: (name, value) => (name === "health" ? worded(HEALTH, value) : undefined),
  sessions: (name, value) => (name === "state" ? worded(SESSION, value) : undefined),
};

const ENCRYPTION: Record<string, Tone> = { on: "good", off: "warning" };
const HEALTH: Record<string, Tone> = { healthy: "good", warning: "warning", unhealthy: "bad" };
const SESSION: Record<string, Tone> = { active: "good" };
const ACTIVATION: Record<string, Tone> = {
  licensed: "good",
  "not licensed": "bad",
  "not genuine": "bad",
  notification: "bad",
  "grace period after installation": "warning",
  "grace period after a change of hardware": "warning",
  "extended grace period": "warning",
};

/** The state that a value of a group is; nothing for a plain value. */
export function stateOf(group: string, name: string, value: unknown, context: Context) {
  return JUDGES[group]?.(name, value, context);
}

/** What is not in the list is not known to be good or bad. */
function worded(tones: Record<string, Tone>, value: unknown): State | undefined {
  return typeof value === "string" && value
    ? { tone: tones[value] ?? "quiet", text: value }
    : undefined;
}

function productState(name: string, value: unknown, { fields, rows }: Context): State | undefined {
  if (typeof value !== "boolean") return undefined;
  const text = value ? ui.yes : ui.no;
  if (value) return { tone: "good", text };
  // Windows switches its own product off while another one protects the computer.
  const isReplaced = fields.enabled === false && rows.some(isEnabled);
  if (name === "enabled") return { tone: isReplaced ? "quiet" : "bad", text };
  return { tone: isReplaced ? "quiet" : "warning", text };
}

export const isEnabled = ({ enabled }: Fields) => enabled === true;

function firewallState(_: string, value: unknown, context: Context): State | undefined {
  if (typeof value !== "boolean") return undefined;
  if (value) return { tone: "good", text: words.on };
  return { tone: context.hasOtherFirewall ? "quiet" : "bad", text: words.off };
}

function tpmState(_: string, value: unknown): State | undefined {
  if (typeof value !== "boolean") return undefined;
  return value ? { tone: "good", text: ui.yes } : { tone: "warning", text: ui.no };
}
