/** Moves the focus to the first field that is wrong. */

/** Inputs that were marked, and fields that show their problem without an input. */
const WRONG = "[aria-invalid=true], [data-wrong]";

/** The topmost form: that of a dialog, else that of the page. */
function formInFront(): ParentNode {
  const dialogs = document.querySelectorAll("[role=dialog]");
  return dialogs[dialogs.length - 1] ?? document.querySelector("main") ?? document;
}

/** Puts the focus on the first field with a problem and brings it into view. */
export function focusFirstError(root: ParentNode = formInFront()): boolean {
  const wrong = root.querySelector<HTMLElement>(WRONG);
  if (!wrong) return false;
  wrong.scrollIntoView({ block: "center" });
  wrong.focus({ preventScroll: true });
  return true;
}

/** The same once the page has drawn the marks, which takes a moment. */
export function focusFirstErrorSoon(tries = 10) {
  setTimeout(() => {
    if (!focusFirstError() && tries > 1) focusFirstErrorSoon(tries - 1);
  }, 16);
}

/** How many fields have a problem. */
export function countErrors(errors: Record<string, unknown>): number {
  return Object.values(errors).filter(Boolean).length;
}
