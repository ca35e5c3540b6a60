import { beforeEach, expect, test } from "vitest";
import { PressedButtons, Wheel } from "./mouse";

let buttons: PressedButtons;
let wheel: Wheel;

beforeEach(() => {
  buttons = new PressedButtons();
  wheel = new Wheel();
});

const button = (number: number, down: boolean) => ({ type: "button", button: number, down });
const turn = (deltaY: number, deltaMode = 0, deltaX = 0) =>
  wheel.turn({ deltaX, deltaY, deltaMode });
const steps = (down: number, right = 0) => [{ type: "wheel", right, down }];

test("the browser's bits become the numbers of buttons", () => {
  expect(buttons.set(1)).toEqual([button(0, true)]);
  expect(buttons.set(1 | 2 | 4)).toEqual([button(1, true), button(2, true)]);
  expect(buttons.set(2 | 8 | 16)).toEqual([
    button(0, false),
    button(1, false),
    button(3, true),
    button(4, true),
  ]);
});

test("what is down is said once, and an up that was missed with the next event", () => {
  buttons.set(1);
  expect(buttons.set(1)).toEqual([]);
  expect(buttons.set(0)).toEqual([button(0, false)]);
});

test("all buttons are released at once, and once", () => {
  buttons.set(3);
  expect(buttons.releaseAll()).toEqual([button(0, false), button(2, false)]);
  expect(buttons.releaseAll()).toEqual([]);
});

test("a notch of a wheel is one step, in the units of every browser", () => {
  expect(turn(100)).toEqual(steps(1));
  expect(turn(-120)).toEqual(steps(-1));
  expect(turn(53)).toEqual(steps(1));
  expect(turn(3, 1)).toEqual(steps(1));
  expect(turn(1, 2)).toEqual(steps(1));
  expect(turn(0, 0, -100)).toEqual(steps(0, -1));
});

test("small movements of a touchpad add up to a step, and begin again in the other direction", () => {
  expect([30, 30, 30].flatMap((delta) => turn(delta))).toEqual([]);
  expect(turn(30)).toEqual(steps(1));
  turn(30);
  expect([-30, -30, -30].flatMap((delta) => turn(delta))).toEqual([]);
  expect(turn(-30)).toEqual(steps(-1));
});

test("no more steps are sent than the agent takes", () => {
  expect(turn(1_000_000)).toEqual(steps(20));
  expect(turn(10)).toEqual([]);
});
