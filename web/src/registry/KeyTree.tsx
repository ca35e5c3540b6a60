/** The keys as a tree, which asks the agent for what is in a key when it is opened. */
import { type KeyboardEvent, useRef, useState } from "react";
import { KeyNode } from "./KeyNode";
import classes from "./KeyTree.module.css";
import { type Step, stepOf } from "./keys";
import { registry as words } from "./messages";
import { idOf, isBelow, keysAbove, parentOf, ROOT } from "./path";
import type { TreeState } from "./treeState";

type KeyTreeProps = Pick<TreeState, "agentId" | "online" | "selected" | "select">;

export function KeyTree({ selected, select: show, ...others }: KeyTreeProps) {
  const tree = useRef<HTMLUListElement>(null);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set([idOf(ROOT)]));
  const [focused, focus] = useState(idOf(selected));
  // What is chosen can be seen, however it was chosen.
  const isOpen = (path: string) => opened.has(idOf(path)) || isBelow(selected, path);
  const change = (path: string, open: boolean, next?: string) => {
    // What is open because of the choice stays so when the choice moves on.
    const all = new Set([...opened, ...keysAbove(selected).map(idOf)]);
    if (open) all.add(idOf(path));
    else all.delete(idOf(path));
    setOpened(all);
    if (next !== undefined) show(next);
  };
  const select = (path: string) => change(parentOf(path), true, path);
  const toggle = (path: string, open: boolean) =>
    change(path, open, !open && isBelow(selected, path) ? path : undefined);
  const state = { ...others, selected, focused, isOpen, toggle, select, focus };
  const press = (event: KeyboardEvent) => {
    const item = itemAt(event.target);
    const taken = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    const step = item && !taken && stepOf(event.key, stateOf(item));
    if (!item || !step || !tree.current) return;
    event.preventDefault();
    act(step, item, tree.current, toggle);
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a tree is lists in lists
    <ul ref={tree} role="tree" aria-label={words.keys} className={classes.tree} onKeyDown={press}>
      <KeyNode path={ROOT} level={1} hasSubkeys state={state} />
    </ul>
  );
}

/** Items find each other in the page: which of them there are, only the page knows. */
function act(step: Step, item: HTMLElement, tree: HTMLElement, toggle: TreeState["toggle"]) {
  // What only says that keys are on their way vanishes, and the focus with it.
  const all = [...tree.querySelectorAll<HTMLElement>("[role=treeitem]:not([aria-disabled])")];
  const at = all.indexOf(item);
  if (step === "open" || step === "close") toggle(item.dataset.path ?? ROOT, step === "open");
  else if (step === "choose") choose(item, all[at - 1]);
  else if (step === "parent") itemAbove(item)?.focus();
  else if (step === "first") all[0]?.focus();
  else if (step === "last") all.at(-1)?.focus();
  else all[at + (step === "next" ? 1 : -1)]?.focus();
}

/** "Show more" and "try again" vanish when they are chosen: what comes then is after the one before. */
function choose(item: HTMLElement, before: HTMLElement | undefined) {
  item.click();
  if (item.dataset.path === undefined) before?.focus();
}

function itemAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("[role=treeitem]") : null;
}

/** Of the list in which the item's list is. */
function itemAbove(item: HTMLElement): HTMLElement | null {
  const above = item.closest("ul")?.parentElement;
  return above?.querySelector<HTMLElement>(":scope > [role=treeitem]") ?? null;
}

function stateOf(item: HTMLElement) {
  const expanded = item.getAttribute("aria-expanded");
  return { hasChildren: expanded !== null, isOpen: expanded === "true" };
}
