/** How many agents there are, reported by the server whenever that changes. */
import { useEffect, useState } from "react";
import { nextPause } from "./pause";
import { openSocket } from "./socket";

export interface FleetCounts {
  total_server_count: number;
  total_server_offline_count: number;
  total_workstation_count: number;
  total_workstation_offline_count: number;
  /** 0 when no certificate is known, below when it has expired. */
  days_until_cert_expires: number;
}

/** Nothing until they are known. */
export function useFleetCounts(): FleetCounts | null {
  const [counts, setCounts] = useState<FleetCounts | null>(null);
  useEffect(() => followCounts(setCounts), []);
  return counts;
}

/** Follows the numbers, reconnecting as needed, until the returned function is called. */
function followCounts(onCounts: (counts: FleetCounts) => void): () => void {
  let isWanted = true;
  let tries = 0;
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const retry = () => {
    if (!isWanted) return;
    timer = setTimeout(() => void dial(), nextPause(tries, Math.random()));
    tries += 1;
  };
  const dial = async () => {
    try {
      socket = await openSocket("/ws/dashinfo/");
    } catch {
      return retry();
    }
    // Without sockets there are no numbers.
    if (!socket) return;
    if (!isWanted) return socket.close();
    socket.onclose = retry;
    socket.onmessage = ({ data }) => {
      const frame = JSON.parse(String(data)) as { action?: string; data?: FleetCounts };
      if (frame.action !== "dashboard.agentcount" || !frame.data) return;
      tries = 0;
      onCounts(frame.data);
    };
  };
  void dial();
  return () => {
    isWanted = false;
    clearTimeout(timer);
    socket?.close();
  };
}
