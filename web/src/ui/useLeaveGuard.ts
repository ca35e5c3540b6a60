/** Asks before a page with unsaved changes is left, by a link or by closing the tab. */
import { useBlocker } from "@tanstack/react-router";
import { ui } from "./messages";

export function useLeaveGuard(dirty: boolean) {
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      dirty && current.pathname !== next.pathname && !window.confirm(ui.unsaved),
    enableBeforeUnload: () => dirty,
    disabled: !dirty,
  });
}
