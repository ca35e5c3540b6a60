/** The screens of open sessions. */
import type { Pipe } from "../pipe/pipe";
import { ScreenFeed } from "./feed";

const feeds = new WeakMap<Pipe, ScreenFeed>();

/** The screen of a session: the first call, before its pipe begins, opens the channels. */
export function screenFeedOf(pipe: Pipe): ScreenFeed {
  const known = feeds.get(pipe) ?? new ScreenFeed(pipe);
  feeds.set(pipe, known);
  return known;
}
