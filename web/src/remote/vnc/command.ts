/** The command that opens a tunnel on the technician's own computer: pure functions. */

export type Client = "vnc" | "rdp" | "ssh" | "tcp";

export const CLIENTS: Client[] = ["vnc", "rdp", "ssh", "tcp"];

/** The agent itself. */
export const OWN_HOST = "127.0.0.1";
export const VNC_PORT = 5900;

export interface CommandInput {
  client: Client;
  agent: { agent_id: string; hostname: string };
  /** Empty: the agent itself. */
  host: string;
  /** Of the VNC server; other clients have ports of their own. */
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
  if (client !== "vnc" || port === VNC_PORT) return host;
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
