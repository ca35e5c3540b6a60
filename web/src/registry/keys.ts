/** What a key of the keyboard does in the tree, as in every tree. */

export interface Item {
  hasChildren: boolean;
  isOpen: boolean;
}

export type Step = "next" | "previous" | "first" | "last" | "parent" | "open" | "close" | "choose";

const STEPS: Record<string, Step> = {
  ArrowDown: "next",
  ArrowUp: "previous",
  Home: "first",
  End: "last",
  Enter: "choose",
  " ": "choose",
};

/** Nothing for keys that mean nothing here. */
export function stepOf(key: string, { hasChildren, isOpen }: Item): Step | undefined {
  if (key === "ArrowRight") {
    if (!hasChildren) return undefined;
    return isOpen ? "next" : "open";
  }
  if (key === "ArrowLeft") return hasChildren && isOpen ? "close" : "parent";
  return STEPS[key];
}
