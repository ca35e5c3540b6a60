/** A terminal on a computer: the screen, its search, and below it how the session is. */
import { type ClipboardEvent, useEffect, useState, useSyncExternalStore } from "react";
import { notify } from "../../ui/notify";
import { stepped } from "../dock/state";
import { remote as words } from "../messages";
import { SessionNotice } from "../SessionNotice";
import { type PanelProps, sessions } from "../sessions";
import type { TerminalFeed } from "./feed";
import { PasteDialog } from "./PasteDialog";
import { cleaned, needsQuestion } from "./paste";
import { SearchBar } from "./SearchBar";
import { StatusLine } from "./StatusLine";
import type { Shortcut } from "./shortcuts";
import classes from "./Terminal.module.css";
import { useTerminal } from "./useTerminal";

export default function TerminalPanel(props: PanelProps) {
  const { feed } = props.session;
  return feed ? <LivePanel {...props} feed={feed} /> : null;
}

function LivePanel({ session, isShown, feed }: PanelProps & { feed: TerminalFeed }) {
  const { place, screen } = useTerminal({ session, isShown }, feed);
  const { exit } = useSyncExternalStore(feed.watch, feed.status);
  const [isSearching, setSearching] = useState(false);
  const [question, setQuestion] = useState<string | null>(null);

  useEffect(() => {
    screen.onTooMuch = () => notify(words.tooMuchPasted);
    screen.onShortcut = (shortcut) => {
      if (shortcut === "search") setSearching(true);
      else if (shortcut === "copy") screen.copy();
      else arrange(shortcut);
    };
  }, [screen]);

  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const text = cleaned(event.clipboardData.getData("text/plain"));
    if (needsQuestion(text)) setQuestion(text);
    else if (text !== "") screen.terminal.paste(text);
  };
  const name = words.tabLabel(words.terminal, session.hostname);
  const endSearch = () => {
    setSearching(false);
    screen.search.clearDecorations();
    screen.terminal.focus();
  };
  const answer = (text: string | null) => {
    setQuestion(null);
    if (text !== null) screen.terminal.paste(text);
    screen.terminal.focus();
  };
  return (
    <section className={classes.panel} aria-label={name}>
      {isSearching && <SearchBar search={screen.search} onClose={endSearch} />}
      <SessionNotice session={session} about={exit ? words.shellEnded(exit.code) : undefined} />
      <div ref={place} className={classes.place} onPasteCapture={paste} />
      <StatusLine session={session} onSearch={() => setSearching(true)} />
      {question !== null && <PasteDialog text={question} onAnswer={answer} />}
    </section>
  );
}

function arrange(shortcut: Shortcut) {
  if (shortcut === "previous") sessions.arrange((state) => stepped(state, -1));
  if (shortcut === "next") sessions.arrange((state) => stepped(state, 1));
  if (shortcut === "dock") sessions.arrange((state) => ({ ...state, isMinimised: true }));
}
