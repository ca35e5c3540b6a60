/** A row of the tree, with what is below it. */
import type { ReactNode } from "react";
import classes from "./KeyTree.module.css";
import type { TreeState } from "./treeState";

interface TreeItemProps {
  id: string;
  label: string;
  level: number;
  state: TreeState;
  path?: string;
  selected?: boolean;
  /** Whether it is open, if there is anything to open. */
  open?: boolean;
  onChoose: (() => void) | undefined;
  below?: ReactNode;
  children: ReactNode;
}

export function TreeItem({
  id,
  label,
  level,
  state,
  onChoose,
  below,
  children,
  ...item
}: TreeItemProps) {
  return (
    // The item is its row alone: what is below it is no part of its name.
    <li role="none">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the tree hears the keys */}
      <div
        role="treeitem"
        aria-label={label}
        aria-level={level}
        aria-selected={item.selected ?? false}
        aria-expanded={item.open}
        aria-disabled={onChoose === undefined || undefined}
        tabIndex={id === state.focused || level === 1 ? 0 : -1}
        className={classes.row}
        data-path={item.path}
        data-chosen={item.selected || undefined}
        style={{ paddingLeft: 4 + (level - 1) * 14 }}
        onFocus={() => state.focus(id)}
        onClick={() => {
          state.focus(id);
          onChoose?.();
        }}
      >
        {children}
      </div>
      {below}
    </li>
  );
}
