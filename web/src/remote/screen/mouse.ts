/** Buttons and wheel of a mouse, as the agent takes them: pure. */
import { type Input, MAX_STEPS } from "./wire";

/** Bits of `MouseEvent.buttons`, with the numbers of `MouseEvent.button`. */
const BUTTONS: [bit: number, button: number][] = [
  [1, 0],
  [4, 1],
  [2, 2],
  [8, 3],
  [16, 4],
];

/** Which buttons are down: whatever the browser left out is found out with the next event. */
export class PressedButtons {
  #down = 0;

  /** These are down now, as `MouseEvent.buttons` says. */
  set(buttons: number): Input[] {
    const before = this.#down;
    this.#down = buttons;
    const changed = BUTTONS.filter(([bit]) => (before & bit) !== (buttons & bit));
    return changed.map(([bit, button]) => ({
      type: "button",
      button,
      down: (buttons & bit) !== 0,
    }));
  }

  releaseAll(): Input[] {
    return this.set(0);
  }
}

/** What a wheel turned, in the units of the browser. */
export type Turned = Pick<WheelEvent, "deltaX" | "deltaY" | "deltaMode">;

/** So much of each unit is one step: pixels, lines, pages. */
const UNITS = [100, 3, 1];
/** A wheel that turns by steps turns at least so much of one at once. */
const NOTCH = 0.4;

/** Makes steps of what a wheel or a touchpad turns; what is less than a step is kept. */
export class Wheel {
  #right = 0;
  #down = 0;

  /** The message, or nothing when it is not a step yet. */
  turn({ deltaX, deltaY, deltaMode }: Turned): Input[] {
    const unit = UNITS[deltaMode] ?? 1;
    const right = stepsOf(this.#right, deltaX / unit);
    const down = stepsOf(this.#down, deltaY / unit);
    this.#right = right.rest;
    this.#down = down.rest;
    if (right.steps === 0 && down.steps === 0) return [];
    return [{ type: "wheel", right: right.steps, down: down.steps }];
  }
}

function stepsOf(before: number, turned: number): { steps: number; rest: number } {
  // In the other direction it begins again.
  const sum = before * turned < 0 ? turned : before + turned;
  const whole = Math.trunc(sum);
  const isNotch = whole === 0 && Math.abs(turned) >= NOTCH;
  const steps = isNotch ? Math.sign(turned) : whole;
  const limited = Math.max(-MAX_STEPS, Math.min(MAX_STEPS, steps));
  // Without a minus before nothing: 0 is compared with itself.
  return { steps: limited || 0, rest: isNotch ? 0 : sum - whole };
}
