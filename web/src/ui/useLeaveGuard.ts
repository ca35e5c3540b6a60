/** Asks before what is not saved is left: by a link, by Back, or by closing the tab. */
import { useBlocker } from "@tanstack/react-router";
import { useRef } from "react";
import { ui } from "./messages";

/** For a page. */
export function useLeaveGuard(dirty: boolean) {
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      dirty && current.pathname !== next.pathname && !window.confirm(ui.unsaved),
    enableBeforeUnload: () => dirty,
    disabled: !dirty,
  });
}

/** For a dialog, which has an address too. Gives what closes it after the question. */
export function useDialogGuard(dirty: boolean, busy: boolean, onClose: () => void) {
  const agreed = useRef(false);
  useBlocker({
    shouldBlockFn: ({ current, next }) => {
      const isLeft =
        current.pathname !== next.pathname || dialogIn(current.search) !== dialogIn(next.search);
      // While it is being saved, the dialog closes by itself.
      return isLeft && !busy && !agreed.current && !window.confirm(ui.unsaved);
    },
    enableBeforeUnload: () => dirty && !busy,
    disabled: !dirty,
  });
  return () => {
    if (dirty && !window.confirm(ui.unsaved)) return;
    agreed.current = true;
    onClose();
  };
}

function dialogIn(search: object): unknown {
  return "dialog" in search ? search.dialog : undefined;
}
