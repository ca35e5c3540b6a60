/**
 * The terminal that people see. It belongs to the session and not to the page:
 * its element is only put where there is room for it. Loaded with the first one.
 */
import "@xterm/xterm/css/xterm.css";
import { FitAddon } from "@xterm/addon-fit";
import { SearchAddon } from "@xterm/addon-search";
import { Unicode11Addon } from "@xterm/addon-unicode11";
import { WebLinksAddon } from "@xterm/addon-web-links";
import { Terminal } from "@xterm/xterm";
import type { Bytes } from "../pipe/bytes";
import { settings } from "../settings";
import { copyText, textToCopy } from "./clipboard";
import type { Screen, TerminalFeed } from "./feed";
import { type Shortcut, shortcutOf } from "./shortcuts";
import { CONTRAST, themeOf } from "./theme";

/** Lines that can be scrolled back to. */
const SCROLLBACK = 50_000;
/** Empties everything, in order with what is being written. */
const RESET = "\u001bc";

export class TerminalScreen implements Screen {
  readonly terminal: Terminal;
  readonly search = new SearchAddon();
  #fit = new FitAddon();
  #feed: TerminalFeed;
  #element = document.createElement("div");
  /** What the panel does with keys that are not typed. */
  onShortcut: (shortcut: Shortcut) => void = () => {};
  onTooMuch: () => void = () => {};

  constructor(feed: TerminalFeed) {
    this.#feed = feed;
    this.#element.style.height = "100%";
    const { fontSize, screenReader } = settings.get();
    this.terminal = new Terminal({
      // The search marks what it found, and characters have the widths of newer Unicode.
      allowProposedApi: true,
      scrollback: SCROLLBACK,
      minimumContrastRatio: CONTRAST,
      cursorBlink: true,
      macOptionIsMeta: true,
      fontFamily: 'ui-monospace, "Cascadia Mono", "SF Mono", Menlo, Consolas, monospace',
      fontSize,
      screenReaderMode: screenReader,
      linkHandler: { activate: openLink },
    });
    this.terminal.loadAddon(this.#fit);
    this.terminal.loadAddon(this.search);
    this.terminal.loadAddon(new Unicode11Addon());
    this.terminal.loadAddon(new WebLinksAddon(openLink));
    this.terminal.unicode.activeVersion = "11";
    this.#listen();
    feed.drawOn(this);
  }

  write(output: Bytes | string, done: () => void) {
    this.terminal.write(output, done);
  }

  clear() {
    this.terminal.write(RESET);
  }

  resize(rows: number, cols: number) {
    if (rows > 0 && cols > 0) this.terminal.resize(cols, rows);
  }

  /** Shows it in an element, until the returned function is called. */
  putInto(parent: HTMLElement): () => void {
    parent.append(this.#element);
    if (!this.terminal.element) this.terminal.open(this.#element);
    return () => this.#element.remove();
  }

  /** How many characters there is room for; nothing while it is not shown. */
  room(): { rows: number; cols: number } | undefined {
    const room = this.#fit.proposeDimensions();
    const isKnown = room && room.rows > 0 && room.cols > 0;
    return isKnown ? { rows: room.rows, cols: room.cols } : undefined;
  }

  paintFor(scheme: "light" | "dark") {
    this.terminal.options.theme = themeOf(scheme);
  }

  /** What is selected goes to the clipboard, and is no longer selected. */
  copy() {
    const text = this.terminal.getSelection();
    if (text === "") return;
    void copyText(text).then((isDone) => isDone && this.terminal.clearSelection());
  }

  #listen() {
    const { terminal } = this;
    terminal.onData((text) => this.#type(text));
    // Positions of the mouse in the old way, which are no text.
    terminal.onBinary((text) =>
      this.#type(Uint8Array.from(text, (letter) => letter.charCodeAt(0) & 0xff)),
    );
    terminal.attachCustomKeyEventHandler((event) => this.#handleKey(event));
    terminal.parser.registerOscHandler(52, (sequence) => {
      const text = settings.get().remoteClipboard ? textToCopy(sequence) : null;
      if (text !== null) void copyText(text);
      return true;
    });
  }

  #type(input: string | Bytes) {
    if (!this.#feed.type(input)) this.onTooMuch();
  }

  /** Whether the key is typed into the shell. */
  #handleKey(event: KeyboardEvent): boolean {
    const shortcut = shortcutOf(event, this.terminal.hasSelection());
    if (!shortcut) return true;
    // The browser pastes by itself, and asks nobody for the clipboard.
    if (shortcut === "paste") return false;
    event.preventDefault();
    if (event.type === "keydown") this.onShortcut(shortcut);
    return false;
  }
}

/** Only with a key held: what a program prints must not be one slip away from being opened. */
function openLink(event: MouseEvent, address: string) {
  if (!event.ctrlKey && !event.metaKey) return;
  if (/^https?:/i.test(address)) window.open(address, "_blank", "noopener,noreferrer");
}

const screens = new WeakMap<TerminalFeed, TerminalScreen>();

/** The one screen of a session. */
export function screenOf(feed: TerminalFeed): TerminalScreen {
  const known = screens.get(feed);
  if (known) return known;
  const screen = new TerminalScreen(feed);
  screens.set(feed, screen);
  return screen;
}
