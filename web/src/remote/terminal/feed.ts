/**
 * Connects the screen of a terminal with its session: what the shell prints,
 * what is typed, and the size. It is there before the screen is, and keeps what
 * comes meanwhile.
 */
import { type Bytes, utf8 } from "../pipe/bytes";
import type { Channel, ChannelOptions } from "../pipe/channel";
import { type Clock, systemClock } from "../pipe/clock";
import type { PipeStatus } from "../pipe/status";

/** What draws the terminal. */
export interface Screen {
  /** `done` when it is drawn: only then more comes. */
  write(output: Bytes | string, done: () => void): void;
  /** Empties screen and scrollback. */
  clear(): void;
  resize(rows: number, cols: number): void;
}

export interface FeedStatus {
  /** The size of the terminal; null before it is known. */
  size: { rows: number; cols: number } | null;
  /** How the shell ended; null while it runs. */
  exit: { code: number | null } | null;
  /** Whether anything was typed here. */
  hasTyped: boolean;
}

/** What the agent says on the channel. */
type TerminalMessage =
  | { type: "size"; rows: number; cols: number }
  | { type: "snapshot"; offset: number; rows: number; cols: number; text: string }
  | { type: "exit"; code: number | null };

/** What it needs of a pipe. */
interface Source {
  status(): PipeStatus;
  channel(number: number, options: ChannelOptions): Channel;
}

const CHANNEL = 1;
const WINDOW = 256 * 1024;
/** What is typed and pasted, until the agent has it. */
const CAPACITY = 64 * 1024;
/** While a window is being dragged, the shell is not asked to draw itself again at each step. */
const SETTLED = 120;

export class TerminalFeed {
  #source: Source;
  #clock: Clock;
  #channel: Channel;
  #screen: Screen | null = null;
  /** What came before there was a screen; no more than the agent may send at once. */
  #waiting: ((screen: Screen) => void)[] = [];
  /** Increases with each snapshot: what was written before no longer counts. */
  #round = 0;
  #status: FeedStatus = { size: null, exit: null, hasTyped: false };
  #watchers = new Set<() => void>();
  #cancelResize: () => void = () => {};

  constructor(source: Source, clock: Clock = systemClock) {
    this.#source = source;
    this.#clock = clock;
    this.#channel = source.channel(CHANNEL, {
      window: WINDOW,
      capacity: CAPACITY,
      waits: true,
      onBytes: (bytes) => this.#print(bytes),
      onControl: (message) => this.#receive(message as TerminalMessage),
    });
  }

  status = (): FeedStatus => this.#status;

  watch = (watcher: () => void) => {
    this.#watchers.add(watcher);
    return () => {
      this.#watchers.delete(watcher);
    };
  };

  /** Draws on this screen from now on. There is one for the whole life of the session. */
  drawOn(screen: Screen) {
    this.#screen = screen;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const act of waiting) act(screen);
  }

  /**
   * What was typed or pasted. False when it is too much to be sent at once.
   * Of those who only watch, nothing is sent: also not what a terminal answers by itself.
   */
  type(input: string | Bytes): boolean {
    const { phase, driver } = this.#source.status();
    if (!driver || phase.is !== "open") return true;
    const bytes = typeof input === "string" ? utf8(input) : input;
    const isTaken = this.#channel.write(bytes);
    if (isTaken && !this.#status.hasTyped) this.#change({ hasTyped: true });
    return isTaken;
  }

  /** The size that the viewer has room for. Only the one who types decides about it. */
  fit(rows: number, cols: number) {
    this.#cancelResize();
    this.#cancelResize = this.#clock.after(SETTLED, () => {
      const { phase, driver } = this.#source.status();
      const { size } = this.#status;
      const isSame = size?.rows === rows && size.cols === cols;
      if (!driver || phase.is !== "open" || isSame) return;
      this.#channel.say({ type: "resize", rows, cols });
      this.#resize(rows, cols);
    });
  }

  #receive(message: TerminalMessage) {
    switch (message.type) {
      case "size":
        return this.#resize(message.rows, message.cols);
      case "snapshot":
        return this.#showSnapshot(message);
      case "exit":
        return this.#change({ exit: { code: message.code } });
    }
  }

  /** The whole screen as it is at this offset: everything before is cleared. */
  #showSnapshot({ offset, rows, cols, text }: TerminalMessage & { type: "snapshot" }) {
    this.#round += 1;
    this.#waiting = [];
    this.#draw((screen) => screen.clear());
    this.#resize(rows, cols);
    this.#draw((screen) => screen.write(text, () => {}));
    this.#channel.restart(offset);
  }

  #print(bytes: Bytes) {
    const round = this.#round;
    const done = () => {
      if (round === this.#round) this.#channel.used(bytes.length);
    };
    this.#draw((screen) => screen.write(bytes, done));
  }

  #resize(rows: number, cols: number) {
    this.#change({ size: { rows, cols } });
    this.#draw((screen) => screen.resize(rows, cols));
  }

  #draw(act: (screen: Screen) => void) {
    if (this.#screen) act(this.#screen);
    else this.#waiting.push(act);
  }

  #change(changes: Partial<FeedStatus>) {
    this.#status = { ...this.#status, ...changes };
    for (const watcher of [...this.#watchers]) watcher();
  }
}
