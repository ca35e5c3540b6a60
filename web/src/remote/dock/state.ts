/** Which of the open sessions are on the screen: pure functions. */

export interface DockState {
  /** The sessions, in the order of their tabs. */
  order: string[];
  /** One, or two side by side; none only when none is open. */
  shown: string[];
  /** Which of those that are shown is in use. */
  active: string | null;
  isMinimised: boolean;
  isFull: boolean;
}

export const EMPTY: DockState = {
  order: [],
  shown: [],
  active: null,
  isMinimised: false,
  isFull: false,
};

/** A session was opened: it is shown in the position of the active one. */
export function withOpened(state: DockState, id: string): DockState {
  const order = state.order.includes(id) ? state.order : [...state.order, id];
  return activated({ ...state, order }, id);
}

/** Shows a session and makes it the active one. */
export function activated(state: DockState, id: string): DockState {
  if (!state.order.includes(id)) return state;
  const isShown = state.shown.includes(id);
  const replaced = state.shown.map((one) => (one === state.active ? id : one));
  const shown = isShown ? state.shown : replaced.length > 0 ? replaced : [id];
  return { ...state, shown, active: id, isMinimised: false };
}

/** A session was closed: its neighbour takes its position. */
export function withoutClosed(state: DockState, id: string): DockState {
  const at = state.order.indexOf(id);
  if (at < 0) return state;
  const order = state.order.filter((one) => one !== id);
  const rest = state.shown.filter((one) => one !== id);
  const neighbour = order[Math.min(at, order.length - 1)];
  const shown = rest.length === 0 && neighbour ? [neighbour] : rest;
  const active = state.active === id ? (shown[0] ?? null) : state.active;
  const isOver = order.length === 0;
  return {
    ...state,
    order,
    shown,
    active,
    isMinimised: state.isMinimised && !isOver,
    isFull: state.isFull && !isOver,
  };
}

/** Two side by side: the active one and the one after it, in the order of their tabs. */
export function split(state: DockState): DockState {
  if (state.active === null || state.shown.length > 1 || state.order.length < 2) return state;
  const other = neighbourOf(state, 1);
  const shown = state.order.filter((id) => id === state.active || id === other);
  return { ...state, shown };
}

/** Only the active one. */
export function joined(state: DockState): DockState {
  return state.active === null ? state : { ...state, shown: [state.active] };
}

/** The session before or after the active one; behind the last one comes the first. */
export function stepped(state: DockState, by: number): DockState {
  const next = neighbourOf(state, by);
  return next === null ? state : activated(state, next);
}

function neighbourOf({ order, active }: DockState, by: number): string | null {
  if (active === null || order.length === 0) return null;
  const at = order.indexOf(active) + by + order.length;
  return order[at % order.length] ?? null;
}

/** From what the browser kept over a reload; sessions that are gone are left out. */
export function restored(kept: DockState, alive: string[]): DockState {
  const gone = kept.order.filter((id) => !alive.includes(id));
  return gone.reduce(withoutClosed, kept);
}

/** What was stored, if it is what it should be. */
export function readState(text: string | null): DockState {
  try {
    const kept = { ...EMPTY, ...(JSON.parse(text ?? "{}") as Partial<DockState>) };
    const order = kept.order.filter((id) => typeof id === "string");
    const shown = kept.shown.filter((id) => order.includes(id)).slice(0, 2);
    const first = shown[0] ?? order[0] ?? null;
    const active = kept.active !== null && shown.includes(kept.active) ? kept.active : first;
    const visible = shown.length === 0 && first !== null ? [first] : shown;
    return {
      order,
      shown: visible,
      active,
      isMinimised: kept.isMinimised === true,
      isFull: kept.isFull === true,
    };
  } catch {
    return EMPTY;
  }
}
