/** The picture as something that can be pointed at: mouse, pen, wheel and fingers. */
import { systemClock } from "../pipe/clock";
import type { Point } from "./geometry";
import { PressedButtons, Wheel } from "./mouse";
import { Touches } from "./touch";
import type { Input } from "./wire";

export interface PointerEvents {
  /** Whether the pointer is that of the computer; otherwise nothing is taken from the browser. */
  mayDrive(): boolean;
  send(inputs: Input[]): void;
  /** The pixel of the screen below a point of the window. */
  pixelBelow(point: Point): Point;
  /** A mouse was used: the keys belong to the picture, too. */
  onPressed(): void;
  /** Whether a pointer is above it, which then looks as the computer's does. */
  onHover(isAbove: boolean): void;
  onZoom(factor: number, right: number, down: number): void;
}

/** Fingers move further than wheels turn: so many pixels more for each that they move. */
const FINGER = 2.5;

export class PointerArea {
  #area: HTMLElement;
  #events: PointerEvents;
  #buttons = new PressedButtons();
  #wheel = new Wheel();
  #touches: Touches;
  /** The last movement, until the next picture of the page: more cannot be seen. */
  #moved: Point | null = null;
  #detach = new AbortController();

  constructor(area: HTMLElement, events: PointerEvents) {
    this.#area = area;
    this.#events = events;
    this.#touches = this.#listenToFingers();
    const { signal } = this.#detach;
    for (const name of ["pointerdown", "pointermove", "pointerup"] as const) {
      area.addEventListener(name, (event) => this.#point(event), { signal });
    }
    area.addEventListener("pointercancel", (event) => this.#cancel(event), { signal });
    const hover = ({ type, pointerType }: PointerEvent) =>
      events.onHover(type === "pointerenter" && pointerType !== "touch");
    area.addEventListener("pointerenter", hover, { signal });
    area.addEventListener("pointerleave", hover, { signal });
    area.addEventListener("wheel", (event) => this.#turn(event), { signal, passive: false });
    // What browsers do with buttons by themselves: focus, scroll, go back, open a menu.
    for (const name of ["mousedown", "mouseup", "auxclick", "contextmenu"] as const) {
      area.addEventListener(name, (event) => this.#keep(event), { signal });
    }
    window.addEventListener("blur", () => this.releaseAll(), { signal });
  }

  /** Nothing is pressed any more. */
  releaseAll() {
    this.#touches.cancel();
    this.#events.send(this.#buttons.releaseAll());
  }

  detach() {
    this.releaseAll();
    this.#detach.abort();
  }

  #point(event: PointerEvent) {
    if (!this.#events.mayDrive()) return;
    const point = { x: event.clientX, y: event.clientY };
    if (event.type === "pointerdown") this.#area.setPointerCapture(event.pointerId);
    if (event.pointerType === "touch") return this.#touch(event, point);
    if (event.type === "pointerdown") this.#events.onPressed();
    this.#move(point);
    this.#press(this.#buttons.set(event.buttons));
  }

  #touch({ type, pointerId }: PointerEvent, point: Point) {
    if (type === "pointerdown") this.#touches.down(pointerId, point);
    else if (type === "pointermove") this.#touches.move(pointerId, point);
    else this.#touches.up(pointerId);
  }

  #cancel({ pointerType }: PointerEvent) {
    if (pointerType === "touch") this.#touches.cancel();
    else this.#press(this.#buttons.releaseAll());
  }

  #turn(event: WheelEvent) {
    if (!this.#events.mayDrive()) return;
    event.preventDefault();
    this.#press(this.#wheel.turn(event));
  }

  #keep(event: Event) {
    if (this.#events.mayDrive()) event.preventDefault();
  }

  #move(point: Point) {
    if (!this.#moved) requestAnimationFrame(() => this.#sendMove());
    this.#moved = point;
  }

  #sendMove() {
    if (!this.#moved) return;
    const { x, y } = this.#events.pixelBelow(this.#moved);
    this.#moved = null;
    this.#events.send([{ type: "pointer", x, y }]);
  }

  /** What is pressed or turned is where the pointer is by then. */
  #press(inputs: Input[]) {
    if (inputs.length === 0) return;
    this.#sendMove();
    this.#events.send(inputs);
  }

  #listenToFingers(): Touches {
    const press = (buttons: number) => this.#press(this.#buttons.set(buttons));
    const fingers = new Wheel();
    return new Touches(
      {
        onClick: (point, button) => {
          this.#move(point);
          press(button === 2 ? 2 : 1);
          press(0);
        },
        onDragStart: (point) => {
          this.#move(point);
          press(1);
        },
        onDrag: (point) => this.#move(point),
        onDragEnd: () => press(0),
        onScroll: (right, down, point) => {
          this.#move(point);
          const turned = { deltaX: -FINGER * right, deltaY: -FINGER * down, deltaMode: 0 };
          this.#press(fingers.turn(turned));
        },
        onZoom: (factor, right, down) => this.#events.onZoom(factor, right, down),
      },
      systemClock,
    );
  }
}
