/** The command that opens a tunnel on the technician's own computer: pure functions. */

export type Client = "vnc" | "rdp" | "ssh" | "tcp";

export const CLIENTS: Client[] = ["vnc", "rdp", "ssh", "tcp"];

/** The agent itself. */
export const OWN_HOST = "127.0.0.1";
export const VNC_PORT = 5900;

/** Where each is reached, unless somebody says otherwise. */
const USUAL: Record<Exclude<Client, "tcp">, number> = { vnc: VNC_PORT, rdp: 3389, ssh: 22 };

/** Displays 0 to 99. */
const VNC_PORTS = 100;

/** What is spoken at a port, as far as the port says it. */
export function clientOf(port: number): Client {
  if (port >= VNC_PORT && port < VNC_PORT + VNC_PORTS) return "vnc";
  return CLIENTS.find((client) => client !== "tcp" && USUAL[client] === port) ?? "tcp";
}

/** The port for a client, where somebody has named that of the VNC server. */
export const portFor = (client: Client, vncPort: number): number =>
  client === "rdp" || client === "ssh" ? USUAL[client] : vncPort;

export interface CommandInput {
  client: Client;
  agent: { agent_id: string; hostname: string };
  /** Empty: the agent itself. */
  host: string;
  port: number;
  /** The address of the server. */
  server: string;
}

export function commandOf({ client, agent, host, port, server }: CommandInput): string {
  const target = targetOf(client, host.trim(), port);
  const words = ["connect", nameOf(agent), client, target, "--server", server];
  return ["muster", ...words.filter((word) => word !== "").map(quoted)].join(" ");
}

/** What the command finds out itself is left out. */
function targetOf(client: Client, host: string, port: number): string {
  const bracketed = host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
  if (client === "tcp") return `${bracketed || OWN_HOST}:${port}`;
  if (port === USUAL[client]) return host;
  return host === "" ? String(port) : `${bracketed}:${port}`;
}

/** A computer chooses its name itself: one that a shell would understand in another way is not in the command. */
function nameOf({ agent_id, hostname }: CommandInput["agent"]): string {
  return /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(hostname) ? hostname : agent_id;
}

/** For every shell of every system that takes single quotes. */
function quoted(word: string): string {
  return /^[\w.:/@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
