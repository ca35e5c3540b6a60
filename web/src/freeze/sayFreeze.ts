/** A freeze as the banner says it. */
import { freeze as words } from "./messages";
import type { Freeze } from "./queries";

export function sayFreeze(freeze: Freeze): string {
  const { client_name: name, frozen_by: by, thaw_requested_by: asking } = freeze;
  const said = name ? words.client(name, by) : words.everything(by);
  return asking ? `${said} ${words.requested(asking)}` : said;
}
