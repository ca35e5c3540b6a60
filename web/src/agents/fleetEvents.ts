/**
 * Puts live events into the rows of the fleet.
 *
 * Events that come together are shown together. Agents that an event may have
 * added to the filter or taken out of it are asked for one by one, or by reading
 * the whole list again when there are many. While older rows are still on their
 * way, what was shown is shown again after them: they would undo it.
 */
import {
  type AgentEvent,
  type AgentRow,
  type FleetFilter,
  type Pages,
  unsettled,
  withAgent,
  withEvents,
  withoutAgents,
} from "./fleetRows";

/** The rows of one filter. */
export interface FleetTable {
  filter: FleetFilter;
  change: (by: (rows: Pages | undefined) => Pages | undefined) => void;
  /** Whether rows are being read at this moment. */
  isReading: () => boolean;
  reread: () => Promise<void>;
  /** One agent as it is now; nothing when the filter does not find it. */
  readAgent: (agentId: string) => Promise<AgentRow | undefined>;
}

/** How long to wait for events that come together. */
const GATHER = 200;

/** At most this often the whole list is read again, however much happens. */
const REREAD = 5_000;

/** Asking for more agents than this costs more than reading the list again. */
const MANY = 20;

export class FleetEvents {
  #table: FleetTable;
  /** Not shown yet. */
  #waiting: AgentEvent[] = [];
  /** Shown, and to be shown again. */
  #repeated: AgentEvent[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #rereadAt = 0;
  /** How many agents are being asked for. */
  #asking = 0;

  constructor(table: FleetTable) {
    this.#table = table;
  }

  /** Another filter is shown: what comes next is for its rows. */
  use(table: FleetTable) {
    this.#table = table;
  }

  add(event: AgentEvent) {
    // A newer server may send types on this topic that are not about one agent.
    if (typeof event.data.agent_id !== "string") return;
    this.#waiting.push(event);
    this.#settleIn(GATHER);
  }

  stop() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #settleIn(delay: number) {
    this.#timer ??= setTimeout(() => this.#settle(), delay);
  }

  #settle() {
    this.#timer = undefined;
    const fresh = this.#waiting.splice(0);
    const events = [...this.#repeated.splice(0), ...fresh];
    this.#table.change((rows) => withEvents(rows, events));
    this.#checkMembers(fresh);
    if (this.#asking > 0 || this.#table.isReading()) {
      this.#repeated = events;
      this.#settleIn(GATHER);
    }
  }

  /** Asks which agents the filter finds now. */
  #checkMembers(fresh: AgentEvent[]) {
    const open = unsettled(fresh, this.#table.filter);
    if (open.length <= MANY) {
      for (const agentId of open) void this.#ask(agentId);
    } else if (Date.now() - this.#rereadAt > REREAD) {
      this.#rereadAt = Date.now();
      void this.#table.reread();
    } else {
      // Not yet: these are settled together with what comes until then.
      this.#waiting.unshift(...fresh);
      this.#settleIn(REREAD);
    }
  }

  async #ask(agentId: string) {
    const table = this.#table;
    this.#asking += 1;
    try {
      const row = await table.readAgent(agentId);
      table.change((rows) =>
        row ? withAgent(rows, row) : withoutAgents(rows, new Set([agentId])),
      );
    } catch {
      await table.reread();
    } finally {
      this.#asking -= 1;
    }
  }
}
