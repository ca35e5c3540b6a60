/**
 * A terminal that only shows. What a recording contains is as little to be trusted as the
 * computer it comes from: no link in it leads anywhere, and nothing goes to the clipboard
 * but what somebody selects and copies. Loaded with the first recording of a terminal.
 */
import "@xterm/xterm/css/xterm.css";
import { FitAddon } from "@xterm/addon-fit";
import { Unicode11Addon } from "@xterm/addon-unicode11";
import { Terminal } from "@xterm/xterm";
import type { Bytes } from "../remote/pipe/bytes";
import { Store } from "../remote/screen/store";
import { CONTRAST, themeOf } from "../remote/terminal/theme";
import { readExit, readSize } from "./details";
import type { Viewer } from "./playback";
import type { RecordedItem } from "./records";
import { withTyped } from "./typed";

export interface TerminalStatus {
  /** What was typed last, where that was recorded. */
  typed: string;
  /** How the shell ended; nothing before it did. */
  exit: { code: number | null } | null;
}

const BEFORE: TerminalStatus = { typed: "", exit: null };
/** Lines that can be scrolled back to. */
const SCROLLBACK = 10_000;
/** Empties everything, in order with what is being written. */
const RESET = "\u001bc";
/** A terminal is shown whole, as long as it can be read. */
const SMALLEST_FONT = 6;
const LARGEST_FONT = 16;

export class TerminalViewer implements Viewer {
  readonly status = new Store<TerminalStatus>(BEFORE);
  #terminal: Terminal;
  #fit = new FitAddon();
  #element = document.createElement("div");

  constructor() {
    this.#element.style.height = "100%";
    this.#terminal = new Terminal({
      // Characters have the widths of newer Unicode.
      allowProposedApi: true,
      scrollback: SCROLLBACK,
      minimumContrastRatio: CONTRAST,
      disableStdin: true,
      fontFamily: 'ui-monospace, "Cascadia Mono", "SF Mono", Menlo, Consolas, monospace',
      fontSize: LARGEST_FONT,
      linkHandler: { activate: () => {} },
    });
    this.#terminal.loadAddon(this.#fit);
    this.#terminal.loadAddon(new Unicode11Addon());
    this.#terminal.unicode.activeVersion = "11";
    // Keys are those of the player.
    this.#terminal.attachCustomKeyEventHandler(() => false);
    this.#terminal.parser.registerOscHandler(52, () => true);
  }

  begin() {
    this.#terminal.write(RESET);
    this.status.set(BEFORE);
  }

  take(items: RecordedItem[]) {
    for (const item of items) this.#take(item);
  }

  settled(): Promise<void> {
    return new Promise((done) => this.#terminal.write("", done));
  }

  /** Shows it in an element, until the returned function is called. */
  putInto(parent: HTMLElement): () => void {
    parent.append(this.#element);
    this.#terminal.open(this.#element);
    // It is for looking: the key that walks through the page passes it by.
    if (this.#terminal.textarea) this.#terminal.textarea.tabIndex = -1;
    const observer = new ResizeObserver(() => this.#fitFont());
    observer.observe(parent);
    return () => {
      observer.disconnect();
      this.#element.remove();
    };
  }

  paintFor(scheme: "light" | "dark") {
    this.#terminal.options.theme = themeOf(scheme);
  }

  end() {
    this.#terminal.dispose();
  }

  #take({ type, payload }: RecordedItem) {
    const status = this.status.get();
    if (type === "output") this.#terminal.write(payload);
    else if (type === "heading" || type === "resize") this.#resize(payload);
    else if (type === "input")
      this.status.set({ ...status, typed: withTyped(status.typed, payload) });
    else if (type === "exit") this.status.set({ ...status, exit: { code: readExit(payload) } });
  }

  /** In order with what is being written. */
  #resize(payload: Bytes) {
    const size = readSize(payload);
    if (!size) return;
    this.#terminal.write("", () => {
      this.#terminal.resize(size.cols, size.rows);
      this.#fitFont();
    });
  }

  /** As large as the whole width of the terminal fits. */
  #fitFont() {
    const { options, cols } = this.#terminal;
    const room = this.#fit.proposeDimensions()?.cols;
    if (!room) return;
    const fitting = Math.floor(((options.fontSize ?? LARGEST_FONT) * room) / cols);
    options.fontSize = Math.min(LARGEST_FONT, Math.max(SMALLEST_FONT, fitting));
  }
}
