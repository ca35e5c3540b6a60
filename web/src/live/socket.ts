/** Opens sockets of the server. */
import { session } from "../accounts/session";
import { Problem } from "../api/problem";

/**
 * A one-time ticket opens the socket: the token itself never stands in an
 * address. `null` when the server has no sockets.
 */
export async function openSocket(path: string): Promise<WebSocket | null> {
  const token = session.current()?.token;
  const headers = { Authorization: `Token ${token}` };
  const response = await fetch("/ws/ticket/", { method: "POST", headers });
  if (response.status === 404) return null;
  if (response.status === 401) session.refused(headers.Authorization);
  if (!response.ok) throw await Problem.fromResponse(response);
  const { ticket } = (await response.json()) as { ticket: string };
  const address = new URL(path, window.location.href);
  address.protocol = address.protocol.replace("http", "ws");
  address.searchParams.set("ticket", ticket);
  return new WebSocket(address);
}
