/** The field that has the focus while keys go to the computer: what is typed into it, and when it is left. */
import { composes, leaves, PressedKeys, pastes } from "./keys";
import { FILLER, typed } from "./typing";
import type { Input, KeyMode } from "./wire";

export interface KeyboardEvents {
  send(inputs: Input[]): void;
  /** Keys go to the computer, or no longer. */
  onCaptured(isCaptured: boolean): void;
  /** Somebody wants the keyboard back, without a pointer. */
  onLeave(): void;
  /** Whether a text that is pasted is to be in the computer's clipboard first. */
  sharesClipboard(): boolean;
  onPaste(text: string): void;
}

/** Whether the viewer's computer is a Mac, or a phone of the same maker. */
export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

export class KeyboardField {
  #field: HTMLTextAreaElement;
  #events: KeyboardEvents;
  #keys = new PressedKeys(isMac());
  /** What was in the field when it was last looked at. */
  #text = FILLER;
  /** Nothing of it is sent before a composition ends: only its end is what was meant. */
  #waits = false;
  /** A key that pastes, until the browser says what. */
  #pasting: KeyboardEvent | null = null;
  #detach = new AbortController();

  constructor(field: HTMLTextAreaElement, events: KeyboardEvents) {
    this.#field = field;
    this.#events = events;
    const { signal } = this.#detach;
    field.addEventListener("keydown", (event) => this.#press(event), { signal });
    field.addEventListener("keyup", (event) => this.#release(event), { signal });
    field.addEventListener("input", () => this.#read(), { signal });
    field.addEventListener("compositionend", () => this.#composed(), { signal });
    field.addEventListener("paste", (event) => this.#paste(event), { signal });
    field.addEventListener("focus", () => this.#begin(), { signal });
    field.addEventListener("blur", () => this.#end(), { signal });
    this.#empty();
  }

  setMode(mode: KeyMode) {
    this.#events.send(this.#keys.setMode(mode));
  }

  /** Everything is released, and nothing is listened to any more. */
  detach() {
    this.#end();
    this.#detach.abort();
  }

  #begin() {
    // The computer has released what it was told before.
    this.#keys.forget();
    this.#empty();
    this.#events.onCaptured(true);
  }

  #end() {
    this.#pasting = null;
    this.#waits = false;
    this.#events.send(this.#keys.releaseAll());
    this.#events.onCaptured(false);
  }

  #press(event: KeyboardEvent) {
    this.#pressPasting();
    if (leaves(event)) {
      event.preventDefault();
      this.#end();
      return this.#events.onLeave();
    }
    // What is being composed arrives as text.
    if (event.isComposing || composes(event)) {
      this.#waits = event.key === "Process" || event.key === "Dead";
      return;
    }
    this.#waits = false;
    if (pastes(event, isMac()) && !event.repeat && this.#events.sharesClipboard()) {
      // The browser says what is pasted, without asking for a permission.
      this.#pasting = event;
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    this.#events.send(this.#keys.press(event));
  }

  #release(event: KeyboardEvent) {
    this.#pressPasting();
    event.preventDefault();
    this.#events.send(this.#keys.release(event));
  }

  #paste(event: ClipboardEvent) {
    event.preventDefault();
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (text !== "") this.#events.onPaste(text);
    this.#pressPasting();
  }

  #pressPasting() {
    const event = this.#pasting;
    this.#pasting = null;
    if (event) this.#events.send(this.#keys.press(event));
  }

  #read() {
    if (this.#waits) return;
    const { value } = this.#field;
    this.#events.send(typed(this.#text, value));
    this.#text = value;
  }

  #composed() {
    this.#waits = false;
    this.#read();
    this.#empty();
  }

  #empty() {
    this.#field.value = FILLER;
    this.#field.setSelectionRange(FILLER.length, FILLER.length);
    this.#text = FILLER;
  }
}
