/** Asks before unsaved work is left: by a link, by Back, or by closing the tab. */
import { useBlocker } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { unsaved } from "./unsaved";

/** For a page. */
export function useLeaveGuard(dirty: boolean) {
  useHold(dirty);
  useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      dirty && current.pathname !== next.pathname && !(await unsaved.ask()),
    enableBeforeUnload: () => dirty,
    disabled: !dirty,
  });
}

/** For a dialog, which has an address too. Returns a function that asks and then closes it. */
export function useDialogGuard(dirty: boolean, busy: boolean, onClose: () => void) {
  const agreed = useRef(false);
  useHold(dirty && !busy);
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      const isLeft =
        current.pathname !== next.pathname || dialogIn(current.search) !== dialogIn(next.search);
      // While it is being saved, the dialog closes on its own.
      return isLeft && !busy && !agreed.current && !(await unsaved.ask());
    },
    enableBeforeUnload: () => dirty && !busy,
    disabled: !dirty,
  });
  return async () => {
    if (dirty && !(await unsaved.ask())) return;
    agreed.current = true;
    onClose();
  };
}

function useHold(dirty: boolean) {
  useEffect(() => (dirty ? unsaved.hold() : undefined), [dirty]);
}

function dialogIn(search: object): unknown {
  return "dialog" in search ? search.dialog : undefined;
}
