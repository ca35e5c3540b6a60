/** Starts each command over a socket of its own, and passes its output to whatever shows the run. */
import { api, type Schema } from "../api/client";
import { Problem } from "../api/problem";
import { openSocket } from "../live/socket";
import { afterFrame, BEGIN, type CommandState } from "./commandFrames";
import { runs } from "./messages";

type Follower = (state: CommandState) => void;

/** The sockets of commands that run now, by their run. */
const open = new Map<number, { state: CommandState; followers: Set<Follower> }>();

/** Whether the output of this run comes over a socket of its own, all of it. */
export function isStreamed(run: number): boolean {
  return open.get(run)?.state.isWhole === true;
}

/** Follows the run from its beginning until it or its socket ends. */
export function follow(run: number, follower: Follower): () => void {
  const command = open.get(run);
  if (!command) return () => {};
  follower(command.state);
  command.followers.add(follower);
  return () => {
    command.followers.delete(follower);
  };
}

/** Returns the run's id as soon as there is one. */
export async function startCommand(agentId: string, body: Schema<"RunCommand">): Promise<number> {
  const socket = await openSocket(`/ws/agent/${agentId}/cmd/`);
  if (!socket) return startAndWait(agentId, body);
  let state = BEGIN;
  const followers = new Set<Follower>();
  return new Promise((started, failed) => {
    const settle = () => {
      if (state.run !== null) {
        open.set(state.run, { state, followers });
        started(state.run);
      } else if (state.problem) failed(state.problem);
    };
    socket.onopen = () => socket.send(JSON.stringify({ ...body, detail: true }));
    socket.onmessage = ({ data }) => {
      state = afterFrame(state, String(data));
      settle();
      for (const follower of followers) follower(state);
      if (state.done || state.problem) socket.close();
    };
    socket.onclose = () => {
      // Missing output is read over HTTP; the run itself continues.
      if (state.run !== null) open.delete(state.run);
      for (const follower of followers) follower({ ...state, done: true });
      failed(state.problem ?? new Problem(runs.socketLost, 0, "unreachable"));
    };
  });
}

/** Queues it on the server until the agent is online, and returns the run's id. */
export async function queueCommand(agentId: string, body: Schema<"RunCommand">): Promise<number> {
  return startAndWait(agentId, body);
}

/** Without a socket; returns when it has ended, or at once when it is queued. */
async function startAndWait(agentId: string, body: Schema<"RunCommand">): Promise<number> {
  const params = { path: { agent_id: agentId }, query: { detail: true } };
  const { response } = await api.POST("/agents/{agent_id}/cmd/", { params, body });
  return Number(response.headers.get("X-Run-Id"));
}
