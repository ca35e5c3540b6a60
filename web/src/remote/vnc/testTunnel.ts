/** For tests: a pipe without a network, with an agent at its end that keeps to credits as the real one does. */
import type { Connection } from "../files/requests";
import type { Bytes } from "../pipe/bytes";
import { Channel, type ChannelOptions, type Control } from "../pipe/channel";
import type { Frame } from "../pipe/frame";
import { FIRST_STATUS, type Phase, type PipeStatus } from "../pipe/status";
import { Incoming, Outgoing } from "../pipe/streams";

const WINDOW = 256 * 1024;

/** The agent's end of one connection. */
export class AgentEnd {
  /** What the viewer said, in order. */
  heard: string[] = [];
  received: Bytes[] = [];
  /** Whether it takes what comes: otherwise the viewer gets no more credit. */
  isTaking = true;
  #incoming = new Incoming(WINDOW);
  #outgoing = new Outgoing(Number.MAX_SAFE_INTEGER);
  #tell: (frame: Frame) => void;
  #number: number;

  constructor(number: number, tell: (frame: Frame) => void) {
    this.#number = number;
    this.#tell = tell;
  }

  say(message: Control) {
    this.#tell({ channel: this.#number, kind: "control", text: JSON.stringify(message) });
  }

  /** The connection is there. */
  open() {
    this.say({ type: "opened" });
    const credit = this.#incoming.firstCredit();
    this.#tell({ channel: this.#number, kind: "credit", ...credit });
  }

  /** Sends as much as there is credit for, and the rest when there is more. */
  write(bytes: Bytes) {
    this.#outgoing.write(bytes);
    this.#flush();
  }

  receive(frame: Frame) {
    if (frame.kind === "control") this.heard.push((JSON.parse(frame.text) as Control).type);
    if (frame.kind === "credit") {
      this.#outgoing.credit(frame);
      this.#flush();
    }
    if (frame.kind !== "data") return;
    const bytes = this.#incoming.take(frame);
    this.received.push(bytes);
    if (!this.isTaking) return;
    this.#incoming.used(bytes.length);
    const credit = this.#incoming.nextCredit();
    if (credit) this.#tell({ channel: this.#number, kind: "credit", ...credit });
  }

  #flush() {
    for (let part = this.#outgoing.next(); part; part = this.#outgoing.next()) {
      this.#tell({ channel: this.#number, kind: "data", ...part });
    }
  }
}

export class TestPipe implements Connection {
  /** By channel, also those that the viewer has released. */
  ends = new Map<number, AgentEnd>();
  #status: PipeStatus = FIRST_STATUS;
  #watchers = new Set<() => void>();
  #channels = new Map<number, Channel>();

  status = () => this.#status;

  watch = (watcher: () => void) => {
    this.#watchers.add(watcher);
    return () => {
      this.#watchers.delete(watcher);
    };
  };

  channel(number: number, options: ChannelOptions): Channel {
    const end = new AgentEnd(number, (frame) => this.#channels.get(number)?.receive(frame));
    const channel = new Channel(number, options, (frame) => end.receive(frame));
    this.ends.set(number, end);
    this.#channels.set(number, channel);
    if (this.#status.phase.is === "open") channel.connected(false);
    return channel;
  }

  release(number: number) {
    this.#channels.delete(number);
  }

  /** The agent's end of a channel. */
  end(number: number): AgentEnd {
    const end = this.ends.get(number);
    if (!end) throw new Error(`nobody opened ${number}`);
    return end;
  }

  begin() {
    for (const channel of this.#channels.values()) channel.connected(false);
    this.#change({ is: "open" });
  }

  cut() {
    for (const channel of this.#channels.values()) channel.disconnected();
    this.#change({ is: "broken", reason: "", until: null });
  }

  #change(phase: Phase) {
    this.#status = { ...this.#status, phase };
    for (const watcher of [...this.#watchers]) watcher();
  }
}

/** Bytes that are all different from their neighbours, and the same in each run. */
export function noise(length: number, seed = 1): Bytes {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at++) bytes[at] = at * 31 + (at >> 8) * 7 + seed;
  return bytes;
}
