/** Opens sockets of the server. */

import { Problem } from "../api/problem";
import { session } from "../session/session";

/**
 * A one-time ticket opens the socket: the token itself is never in an
 * address. `null` when the server has no sockets.
 */
export async function openSocket(path: string): Promise<WebSocket | null> {
  const response = await askForTicket();
  if (response.status === 404) return null;
  if (!response.ok) throw await Problem.fromResponse(response);
  const { ticket } = (await response.json()) as { ticket: string };
  const address = new URL(path, window.location.href);
  address.protocol = address.protocol.replace("http", "ws");
  address.searchParams.set("ticket", ticket);
  return new WebSocket(address);
}

/** Asks again once the same person has signed in again after their session ended. */
async function askForTicket(): Promise<Response> {
  await session.renewed();
  const { token, username } = session.current() ?? {};
  const headers = { Authorization: `Token ${token}` };
  const response = await fetch("/ws/ticket/", { method: "POST", headers }).catch((error) => {
    throw Problem.ofRequest(error);
  });
  if (response.status !== 401 || !session.refused(headers.Authorization)) return response;
  await session.renewed();
  return session.current()?.username === username ? askForTicket() : response;
}
