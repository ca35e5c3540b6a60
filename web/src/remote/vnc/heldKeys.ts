/**
 * Keys that are held while noVNC has the keyboard. It releases them when the whole window loses the
 * focus, but not when another part of the page gets it: the computer would go on with Ctrl and Alt.
 */
export class HeldKeys {
  #codes = new Set<string>();
  #element: HTMLElement;

  constructor(element: HTMLElement) {
    this.#element = element;
    const held = this.#codes;
    // Before noVNC, which passes nothing on.
    element.addEventListener("keydown", ({ code }) => held.add(code), { capture: true });
    element.addEventListener("keyup", ({ code }) => held.delete(code), { capture: true });
    element.addEventListener("focusout", () => this.release());
  }

  /** As if they were released on the keyboard. */
  release() {
    const canvas = this.#element.querySelector("canvas");
    for (const code of [...this.#codes])
      canvas?.dispatchEvent(new KeyboardEvent("keyup", { code }));
    this.#codes.clear();
  }
}
