import { beforeEach, expect, test } from "vitest";
import { TestClock } from "./testClock";
import { Touches } from "./touch";

let clock: TestClock;
let did: string[];
let touches: Touches;

beforeEach(() => {
  clock = new TestClock();
  did = [];
  touches = new Touches(
    {
      onClick: ({ x, y }, button) => did.push(`click ${button} at ${x},${y}`),
      onDragStart: ({ x, y }) => did.push(`press at ${x},${y}`),
      onDrag: ({ x, y }) => did.push(`drag to ${x},${y}`),
      onDragEnd: () => did.push("release"),
      onScroll: (right, down) => did.push(`scroll ${right},${down}`),
      onZoom: (factor) => did.push(`zoom ${factor.toFixed(2)}`),
    },
    clock,
  );
});

const at = (x: number, y: number) => ({ x, y });

test("a tap is a click, also of a finger that trembles", () => {
  touches.down(1, at(10, 10));
  touches.move(1, at(13, 12));
  touches.up(1);
  clock.advance(1000);
  expect(did).toEqual(["click 0 at 10,10"]);
});

test("a long press is the right button, once", () => {
  touches.down(1, at(10, 10));
  clock.advance(500);
  touches.move(1, at(90, 90));
  touches.up(1);
  expect(did).toEqual(["click 2 at 10,10"]);
});

test("a finger that moves drags from where it began", () => {
  touches.down(1, at(10, 10));
  touches.move(1, at(30, 10));
  touches.move(1, at(40, 10));
  touches.up(1);
  clock.advance(1000);
  expect(did).toEqual(["press at 10,10", "drag to 30,10", "drag to 40,10", "release"]);
});

test("two fingers that move together scroll, and press nothing", () => {
  touches.down(1, at(10, 10));
  touches.down(2, at(50, 10));
  touches.move(1, at(10, 20));
  touches.move(2, at(50, 20));
  touches.move(1, at(10, 40));
  touches.up(1);
  touches.move(2, at(50, 90));
  touches.up(2);
  clock.advance(1000);
  expect(did).toEqual(["scroll 0,5", "scroll 0,10"]);
});

test("two fingers that move apart zoom", () => {
  touches.down(1, at(0, 0));
  touches.down(2, at(100, 0));
  touches.move(2, at(150, 0));
  touches.move(2, at(75, 0));
  expect(did).toEqual(["zoom 1.50", "zoom 0.50"]);
});

test("a second finger ends a drag, and a third one everything", () => {
  touches.down(1, at(0, 0));
  touches.move(1, at(20, 0));
  touches.down(2, at(100, 0));
  touches.down(3, at(50, 50));
  touches.move(3, at(150, 150));
  for (const finger of [1, 2, 3]) touches.up(finger);
  expect(did).toEqual(["press at 0,0", "drag to 20,0", "release"]);
  touches.down(4, at(5, 5));
  touches.up(4);
  expect(did.at(-1)).toBe("click 0 at 5,5");
});

test("what is cancelled is released, and the fingers count for nothing", () => {
  touches.down(1, at(0, 0));
  touches.move(1, at(20, 0));
  touches.cancel();
  touches.move(1, at(40, 0));
  touches.up(1);
  clock.advance(1000);
  expect(did).toEqual(["press at 0,0", "drag to 20,0", "release"]);
});
