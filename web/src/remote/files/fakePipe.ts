/** For tests: a pipe without a network, with an agent at its end. It breaks when it is told to. */
import { Channel, type ChannelOptions } from "../pipe/channel";
import type { Clock } from "../pipe/clock";
import type { Frame } from "../pipe/frame";
import { FIRST_STATUS, type Phase, type PipeStatus } from "../pipe/status";
import type { FakeAgent } from "./fakeAgent";
import type { Connection } from "./requests";

/** Short waits are over at once; long ones when a test says so. */
export class TestClock implements Clock {
  #now = 0;
  #timers: { at: number; act: () => void }[] = [];
  now = () => this.#now;

  after(milliseconds: number, act: () => void) {
    if (milliseconds <= 1_000) {
      const soon = setTimeout(act, 0);
      return () => clearTimeout(soon);
    }
    const timer = { at: this.#now + milliseconds, act };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  }

  advance(milliseconds: number) {
    this.#now += milliseconds;
    const due = this.#timers.filter(({ at }) => at <= this.#now);
    this.#timers = this.#timers.filter((one) => !due.includes(one));
    for (const { act } of due) act();
  }
}

export class FakePipe implements Connection {
  /** Frames until the connection breaks, and how long the next one lasts after that. */
  breaksAfter: (() => number) | null = null;
  breaks = 0;
  /** Bytes of streams that the agent got. */
  sentBytes = 0;
  #agent: FakeAgent;
  #status: PipeStatus = { ...FIRST_STATUS, phase: { is: "open" }, driver: true };
  #watchers = new Set<() => void>();
  #channels = new Map<number, Channel>();
  /** Those of an older connection are lost. */
  #line = 0;
  #left = Number.POSITIVE_INFINITY;
  #isUp = true;

  constructor(agent: FakeAgent) {
    this.#agent = agent;
    agent.connect((frame) => this.#carry(() => this.#deliver(frame)));
  }

  status = () => this.#status;

  watch = (watcher: () => void) => {
    this.#watchers.add(watcher);
    return () => {
      this.#watchers.delete(watcher);
    };
  };

  channel(number: number, options: ChannelOptions): Channel {
    const channel = new Channel(number, options, (frame) => {
      this.#carry(() => {
        if (frame.kind === "data") this.sentBytes += frame.bytes.length;
        void this.#agent.receive(frame);
      });
    });
    this.#channels.set(number, channel);
    if (this.#status.phase.is === "open") channel.connected(false);
    return channel;
  }

  release(number: number) {
    this.#channels.delete(number);
  }

  /** From now on, connections last so many frames. */
  breakEvery(frames: () => number) {
    this.breaksAfter = frames;
    this.#left = frames();
  }

  cut() {
    this.#line += 1;
    this.#isUp = false;
    this.breaks += 1;
    this.#agent.disconnected();
    for (const channel of this.#channels.values()) channel.disconnected();
    this.#change({ is: "broken", reason: "", until: null });
  }

  mend() {
    this.#left = this.breaksAfter?.() ?? Number.POSITIVE_INFINITY;
    this.#isUp = true;
    for (const channel of this.#channels.values()) channel.connected(true);
    this.#agent.reconnected();
    this.#change({ is: "open" });
  }

  end() {
    this.#change({ is: "ended", code: "ended", reason: "It has ended." });
  }

  #deliver(frame: Frame) {
    this.#channels.get(frame.channel)?.receive(frame);
  }

  #carry(arrive: () => void) {
    const line = this.#line;
    if (!this.#isUp) return;
    queueMicrotask(() => {
      if (line !== this.#line) return;
      this.#left -= 1;
      if (this.#left > 0) return arrive();
      this.cut();
      setTimeout(() => this.mend(), 0);
    });
  }

  #change(phase: Phase) {
    this.#status = { ...this.#status, phase };
    for (const watcher of [...this.#watchers]) watcher();
  }
}
